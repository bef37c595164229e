// npm run bench screens -- --users 10000 --fines 1000000
//
// Opens every screen in a real browser on a large organisation and measures the time to first content, what it fetches,
// how fast a search is, and how smoothly it scrolls. Prints figures; never fails.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { PATHS } from '../src/web/routing/paths.ts';
import { chromiumFlags, ensureChromium } from '../tests/helpers/chromium.ts';
import { seededDatabase } from './measure/databases.ts';
import { figuresOf } from './measure/figures.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { type Frames, firstContent, goTo, scroll, search } from './screens/in-page.ts';
import { startMeter, type Traffic } from './screens/traffic.ts';

const USAGE = `npm run bench screens -- [--users N] [--fines N] [--width N] [--slow N] [--only TEXT]
  --users, --fines  size of the made-up organisation, 10000 and 1000000 unless given
  --width           of the window, 1280 unless given
  --slow            how many times slower the processor is made, 1 unless given (a phone: 4)
  --only            only screens whose path contains this text
`;

/** Terms that match often, rarely and never, in both scripts. */
const TERMS = ['khan', 'عمر', 'zainab', '77', 'nobody is called so'];

interface Screen {
  path: string;
  /** matches once the screen shows records, not skeletons */
  content: string;
  searched?: true;
}

const SCREENS: Screen[] = [
  { path: PATHS.dashboard, content: '[role=listitem] dd', searched: true },
  { path: PATHS.overview, content: 'main ul h2', searched: true },
  { path: PATHS.collected, content: 'main tbody td, main li dd', searched: true },
  { path: PATHS.users, content: 'main tbody tr button, main ol > li', searched: true },
  { path: PATHS.fines, content: 'main tbody tr button, main ul li button' },
  { path: PATHS.payments, content: 'main tbody tr button', searched: true },
  { path: PATHS.reminders, content: 'main tbody tr button', searched: true },
  { path: PATHS.events, content: 'main tbody tr button, main ul li button' },
  { path: PATHS.history, content: 'main ol > li' },
  { path: PATHS.reports, content: 'main figure svg' },
  { path: PATHS.settings, content: 'main [role=switch]' },
  { path: PATHS.profile, content: 'main h1' },
];

interface View {
  width: number;
  /** CPU throttling rate */
  slow: number;
}

interface Measured {
  path: string;
  /** opened with an empty cache, including the app's code */
  cold: { ms: number; traffic: Traffic };
  /** navigation inside the app */
  ms: number;
  traffic: Traffic;
  searches: number[];
  frames: Frames | null;
}

/** After this time a screen has fetched everything. */
const SETTLE_MS = 1500;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function signedIn(browser: Browser, url: string, width: number): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'en-PK' });
  const answer = await context.request.post(`${url}/api/auth/sign-in`, { data: ACCOUNT, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`Sign-in failed: ${await answer.text()}`);
  return context;
}

/** Opened by its URL, with an empty browser cache. */
async function opened(page: Page, url: string, { path, content }: Screen, slow: number) {
  const meter = await startMeter(page, await slowedDown(page, slow));
  await page.goto(`${url}/#${path}`, { waitUntil: 'commit' });
  const ms = await firstContent(page, content);
  await page.waitForTimeout(SETTLE_MS);
  return { ms, traffic: await meter.read() };
}

/** Navigated to from another screen, for the first time in this window. */
async function goneTo(page: Page, url: string, { path, content, searched }: Screen, slow: number) {
  const devtools = await slowedDown(page, slow);
  const elsewhere = path === '/app-settings' ? '/events' : '/app-settings';
  await page.goto(`${url}/#${elsewhere}`);
  // Until the app has prefetched the code of its other screens.
  await page.waitForTimeout(2 * SETTLE_MS);
  const meter = await startMeter(page, devtools);
  const ms = await goTo(page, path, content);
  await page.waitForTimeout(SETTLE_MS);
  const traffic = await meter.read();
  const searches: number[] = [];
  for (const word of searched ? TERMS : []) searches.push(await search(page, content, word));
  return { ms, traffic, searches, frames: await scroll(page, devtools) };
}

async function slowedDown(page: Page, slow: number): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow });
  return devtools;
}

async function measure(browser: Browser, url: string, screen: Screen, { width, slow }: View): Promise<Measured> {
  const visit = async <T>(what: (page: Page) => Promise<T>): Promise<T> => {
    const context = await signedIn(browser, url, width);
    const value = await what(await context.newPage());
    await context.close();
    return value;
  };
  const cold = await visit((page) => opened(page, url, screen, slow));
  const warm = await visit((page) => goneTo(page, url, screen, slow));
  return { path: screen.path, cold, ...warm };
}

const HEAD = [
  'Screen',
  'opened: first content (ms)',
  'requests, size',
  'gone to: first content (ms)',
  'requests, size',
  'records',
  'search p50, max (ms)',
  'scrolling: frames/s, longest (ms)',
];

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

function row({ path, cold, ms, traffic, searches, frames }: Measured): string {
  const found = searches.length === 0 ? null : figuresOf(searches);
  return `| ${[
    path.padEnd(20),
    cold.ms.toFixed(0),
    `${cold.traffic.requests}, ${kilobytes(cold.traffic.bytes)}`,
    ms.toFixed(0),
    `${traffic.requests}, ${kilobytes(traffic.bytes)}`,
    String(traffic.records),
    found === null ? '' : `${found.p50.toFixed(0)}, ${found.max.toFixed(0)}`,
    frames === null ? 'fits' : `${frames.rate.toFixed(0)}, ${frames.longest.toFixed(0)}`,
  ].join(' | ')} |`;
}

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    fines: { type: 'string', default: '1000000' },
    width: { type: 'string', default: '1280' },
    slow: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const [users = 0, fines = 0, width = 0, slow = 0] = [values.users, values.fines, values.width, values.slow].map(Number);
if (![users, fines, width, slow].every((value) => Number.isInteger(value) && value > 0)) {
  process.stderr.write(USAGE);
  process.exit(1);
}

const executablePath = await ensureChromium(say);
const database = await seededDatabase('sqlite', { users, fines });
const server = await startServer(database.url);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  say(`${users.toLocaleString('en')} users, ${fines.toLocaleString('en')} fines on SQLite; ${width}px wide.`);
  say(`Load ${load} on ${availableParallelism()} processors before measuring; processor slowed down ${slow} times.\n`);
  say(`| ${HEAD.join(' | ')} |`);
  say(`|---${'|--:'.repeat(HEAD.length - 1)}|`);
  for (const screen of SCREENS.filter(({ path }) => path.includes(values.only))) {
    say(row(await measure(browser, server.url, screen, { width, slow })));
  }
} finally {
  await browser.close();
  await server.stop();
  await database.remove();
}

// npm run bench phone -- --rounds 3
//
// Opens the first screens people see, simulating a cheap phone: 360 x 740, a processor four times slower, 150 ms and
// 1.6 Mbit/s. Prints the medians for each: first paint, content, requests, kB, layout shift, and content when it is
// opened again; then how long a press and opening "Add New Fine" take; last the content of each screen opened after the
// server has stopped. Prints figures; never fails.
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '../tests/helpers/chromium.ts';
import { waitUntilKept } from '../tests/e2e/support/offline.ts';
import { seededDatabase } from './measure/databases.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { firstContent } from './screens/in-page.ts';
import { startMeter } from './screens/traffic.ts';

const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-PK',
};
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
/**
 * The inspector, through which all of this is measured, asks for call stacks. For their source positions V8 would parse
 * the whole script again (some 75 ms at this speed), which no real phone does. With this flag it keeps them from the
 * first parse.
 */
const SOURCE_POSITIONS_AT_FIRST_PARSE = '--js-flags=--no-enable-lazy-source-positions';
/** After this time a screen has fetched everything it needs. */
const SETTLE_MS = 2000;

const SCREENS = [
  { name: 'login', as: 'nobody', path: '/login', content: 'main form input' },
  { name: 'member', as: 'member', path: '/fineUserOverView', content: 'main ul h2' },
  { name: 'dashboard', as: 'administrator', path: '/dashboard', content: '[role=listitem] dd' },
  { name: 'fines', as: 'administrator', path: '/fines', content: 'main ul li button' },
] as const;

type Figures = Record<'seen' | 'content' | 'requests' | 'kB' | 'shift' | 'again', number>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function post(context: BrowserContext, url: string, path: string, data: object): Promise<unknown> {
  const headers = { origin: url, 'idempotency-key': crypto.randomUUID() };
  const answer = await context.request.post(`${url}/api${path}`, { data, headers });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** A context with a session of the given kind of user; the member is the first in the list who can sign in. */
async function contextFor(browser: Browser, url: string, as: (typeof SCREENS)[number]['as']): Promise<BrowserContext> {
  const context = await browser.newContext(PHONE);
  if (as === 'nobody') return context;
  // Like a browser that was signed in before, with an empty cache.
  await context.addInitScript((role) => localStorage.setItem('was-signed-in', role), as);
  await post(context, url, '/auth/sign-in', ACCOUNT);
  if (as === 'administrator') return context;
  const list = (await (await context.request.get(`${url}/api/users?page=1&pageSize=50`)).json()) as {
    items: { id: string; status: string; userEmail: string | null }[];
  };
  const user = list.items.find(({ status, userEmail }) => status === 'Active' && userEmail !== null);
  const { token } = (await post(context, url, `/users/${user?.id ?? ''}/sign-in-link`, {})) as { token: string };
  await context.clearCookies();
  await post(context, url, '/auth/invitation/accept', { token, password: 'only-for-measuring' });
  return context;
}

async function throttle(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return devtools;
}

/** First paint and layout shift of the open page. */
const observed = (page: Page): Promise<{ seen: number; shift: number }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          resolve({ seen: paint?.startTime ?? Number.NaN, shift });
        }, 0);
      }),
  );

async function open(context: BrowserContext, url: string, { path, content }: (typeof SCREENS)[number]) {
  const page = await context.newPage();
  const devtools = await throttle(page);
  const meter = await startMeter(page, devtools);
  await page.goto(`${url}/#${path}`, { waitUntil: 'commit' });
  const ms = await firstContent(page, content);
  // Excludes what is fetched ahead of time for other screens, which comes later.
  const { requests, bytes } = await meter.read();
  await page.waitForTimeout(SETTLE_MS);
  return { page, ms, requests, bytes, ...(await observed(page)) };
}

async function measure(browser: Browser, url: string, screen: (typeof SCREENS)[number]): Promise<Figures> {
  const context = await contextFor(browser, url, screen.as);
  const first = await open(context, url, screen);
  await first.page.close();
  const again = await open(context, url, screen);
  await context.close();
  const { ms, seen, shift, requests, bytes } = first;
  return { seen, content: ms, requests, kB: bytes / 1000, shift, again: again.ms };
}

/** ms from a tap until the next paint after its handlers, and until the dialog for a new fine is shown. */
async function presses(browser: Browser, url: string): Promise<{ press: number; dialog: number }> {
  const context = await contextFor(browser, url, 'administrator');
  const { page } = await open(context, url, SCREENS[3]);
  const pressed = page.evaluate(
    () =>
      new Promise<{ press: number; dialog: number }>((resolve) => {
        let press = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (entry.name === 'click') press = Math.max(press, entry.duration);
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
        addEventListener(
          'click',
          () => {
            const from = performance.now();
            const look = (): void => {
              if (document.querySelector('[role=dialog] input') === null) requestAnimationFrame(look);
              else setTimeout((dialog) => resolve({ press, dialog }), 1000, performance.now() - from);
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.getByRole('button', { name: 'Add New Fine' }).filter({ visible: true }).first().tap();
  const figures = await pressed;
  await context.close();
  return figures;
}

/** A page of each screen for signed-in people, visited until the device keeps it. */
async function keptPages(browser: Browser, url: string) {
  const kept = [];
  for (const screen of SCREENS.filter(({ as }) => as !== 'nobody')) {
    const context = await contextFor(browser, url, screen.as);
    const { page } = await open(context, url, screen);
    await waitUntilKept(page);
    kept.push({ screen, context, page });
  }
  return kept;
}

/** @returns ms until the content of each round */
async function opened(page: Page, content: string, times: number): Promise<number[]> {
  const all = [];
  for (let round = 0; round < times; round += 1) {
    await page.reload({ waitUntil: 'commit' });
    all.push(await firstContent(page, content));
    await page.waitForTimeout(SETTLE_MS);
  }
  return all;
}

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);

const executablePath = await ensureChromium(say);
const database = await seededDatabase('sqlite', { users: 1000, fines: 50_000 });
const server = await startServer(database.url);
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, SOURCE_POSITIONS_AT_FIRST_PARSE] });
try {
  const url = server.url;
  say(`1,000 users, 50,000 fines; medians of ${rounds}. Times in ms.\n`);
  say('| Screen | seen | content | requests | kB | layout shift | content again |');
  say('|---|--:|--:|--:|--:|--:|--:|');
  for (const screen of SCREENS) {
    const all: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await measure(browser, url, screen));
    const of = (key: keyof Figures, digits = 0): string => median(all.map((one) => one[key])).toFixed(digits);
    say(
      `| ${screen.name} | ${of('seen')} | ${of('content')} | ${of('requests')} | ${of('kB')} | ${of('shift', 3)} | ${of('again')} |`,
    );
  }
  const pressed = [];
  for (let round = 0; round < rounds; round += 1) pressed.push(await presses(browser, url));
  say(
    `\nA press: ${median(pressed.map(({ press }) => press)).toFixed(0)} ms; "Add New Fine": ${median(pressed.map(({ dialog }) => dialog)).toFixed(0)} ms.`,
  );
  const kept = await keptPages(browser, url);
  await server.stop();
  const offline = [];
  for (const { screen, context, page } of kept) {
    const all = await opened(page, screen.content, rounds);
    offline.push(`${screen.name} ${median(all).toFixed(0)} (slowest ${Math.max(...all).toFixed(0)})`);
    await context.close();
  }
  say(`Opened while the server is stopped: ${offline.join(', ')} ms.`);
} finally {
  await browser.close();
  await server.stop();
  await database.remove();
}

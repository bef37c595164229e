// npm run drill webkit
//
// The demonstration in the system's WebKitGTK, the engine of Safari: every screen in each language, on a phone and a
// desk; a tab that was in the background while somebody else wrote; and a reload while the server is away. Fails on an
// error of a script, a screen without its title, texts that do not stand in the middle of their buttons and fields, and
// a page that scrolls sideways. Pictures are in test-results/webkit.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersTo } from '../organisation/demo/mail/post.ts';
import { openPostbox } from '../organisation/demo/mail/postbox.ts';
import { makeDemo } from '../organisation/demo/make.ts';
import { PASSWORD } from '../organisation/demo/office.ts';
import { DEMO_SCREENS } from '../scripts/demo/screens.ts';
import { setLanguage } from '../src/contract/sign-in/account.ts';
import { dayOf } from '../src/core/calendar.ts';
import { type Language, LANGUAGES } from '../src/core/text/languages.ts';
import { type Client, signInAt } from '../tests/helpers/client.ts';
import { addUser, fine } from '../tests/helpers/ledger.ts';
import { startServerProcess } from '../tests/helpers/server-process.ts';
import { ACCOUNT as DRILL_ACCOUNT, endOnSignals, Findings, newDatabase, pause, say } from './support/drill.ts';
import { findPrograms, type Programs, startWebKit, type WebKit } from './webkit/browser.ts';
import { goTo as goToScreen, type Look, look, titleOf } from './webkit/look.ts';

const ACCOUNT = { ...DRILL_ACCOUNT, password: PASSWORD };
const PICTURES = join(import.meta.dirname, '../test-results/webkit');
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };
/**
 * How far a text may be from the middle, in pixels. What the space's own line, a font's capitals and rounding take
 * together is most in the field for a day: 2.4.
 */
const LIMITS = { latin: 2.5, urdu: 5 };
/** After a minute a hidden tab stops following (src/web/api/live/live.ts). */
const HIDDEN_MS = 70_000;
/** Within seconds, on a machine with other work. */
const FOLLOWS_MS = 15_000;

const DIALOGS = Object.fromEntries(
  ['/fines?add=true', '/user?add=true', '/user?add=several', '/user?link=several'].map((path) => [
    path.replaceAll(/\W+/g, '-').slice(1),
    { path, there: '[role=dialog] button' },
  ]),
);

const found = findPrograms();
if (typeof found === 'string') {
  say(found);
  process.exit(1);
}
const programs: Programs = found;
endOnSignals();
rmSync(PICTURES, { recursive: true, force: true });
mkdirSync(PICTURES, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'jurmana-webkit-'));
const database = await newDatabase('sqlite');
const findings = new Findings();

say('Making the demonstration …');
const own = { ...process.env, BASE_URL: '', DATABASE_URL: database.url, ADMIN_EMAIL: ACCOUNT.email };
const cast = await makeDemo({ environment: own, now: Date.now() });
const postbox = await openPostbox(answersTo(cast));
const startServer = (port?: number) =>
  startServerProcess({
    databaseUrl: database.url,
    account: ACCOUNT,
    environment: postbox.environment,
    ...(port === undefined ? {} : { port }),
  });
let server = await startServer();
const { url, port } = server;
const client = await signInAt(url, ACCOUNT);
let webkit: WebKit | undefined;

/** A browser of its own for each visit: with a second window this WebKit at times no longer answers. */
async function startBrowser({ width, height }: { width: number; height: number }): Promise<WebKit> {
  await webkit?.close();
  webkit = await startWebKit(programs, mkdtempSync(join(folder, 'browser-')));
  await webkit.window(width, height);
  return webkit;
}

/** Opens a screen; returns its title. */
async function goTo(browser: WebKit, path: string, there: string): Promise<string> {
  await browser.run(goToScreen, path, there);
  return browser.until(path, titleOf, there);
}

/** Looks until two looks are the same: a dialog may still be coming in. */
async function lookAt(browser: WebKit): Promise<Look> {
  let [before, now] = [await browser.run(look, LIMITS), await browser.run(look, LIMITS)];
  for (let times = 0; JSON.stringify(before) !== JSON.stringify(now) && times < 50; times++)
    [before, now] = [now, await browser.run(look, LIMITS)];
  return now;
}

async function judgeScreen(
  browser: WebKit,
  name: string,
  { path, there }: { path: string; there: string },
): Promise<number> {
  const wrong: string[] = [];
  let measured = 0;
  try {
    await goTo(browser, path, there);
    const seen = await lookAt(browser);
    ({ measured } = seen);
    wrong.push(...seen.offCentre.map((text) => `not in the middle: ${text} px`));
    if (seen.tooWide > 0) wrong.push(`${seen.tooWide} px too wide`);
  } catch (error) {
    wrong.push(String(error));
  }
  wrong.push(...(await browser.errors()));
  writeFileSync(join(PICTURES, `${name}.png`), await browser.picture());
  for (const one of wrong) findings.add(name, false, one);
  return measured;
}

async function judgeLogin(): Promise<void> {
  const browser = await startBrowser(PHONE);
  say(`WebKitGTK ${browser.version}`);
  await browser.open(`${url}/#/login`);
  await judgeScreen(browser, 'login', { path: '/login', there: 'main form button' });
  const fetched = await browser.run(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const isFetched = fetched.some((name) => name.includes('nastaliq'));
  findings.add('an English page does not fetch the Urdu font', !isFetched, `${fetched.length} files`);
}

/** Opens the app, signed in. */
async function openApp(size: { width: number; height: number }, language: Language): Promise<WebKit> {
  await client.must(setLanguage, { body: { language } });
  const browser = await startBrowser(size);
  // Any answer of the server, to which cookies and storage belong.
  await browser.open(`${url}/healthz`);
  await browser.signIn(client.cookie);
  await browser.run((chosen) => localStorage.setItem('language', chosen), language);
  await browser.open(`${url}/#/profile`);
  await browser.until('the app', titleOf, 'main h1');
  return browser;
}

async function walk(): Promise<void> {
  const screens = Object.entries({ ...DEMO_SCREENS, ...DIALOGS });
  for (const language of LANGUAGES) {
    for (const size of [PHONE, DESK]) {
      const browser = await openApp(size, language);
      let measured = 0;
      for (const [name, { path, there }] of screens) {
        const address = typeof path === 'string' ? path : path(cast);
        measured += await judgeScreen(browser, `${name}-${size.width}-${language}`, { path: address, there });
      }
      const what = `${screens.length} screens and dialogs, ${size.width} px, ${language}`;
      findings.add(`${what}: texts measured`, measured > screens.length, measured);
      say(what);
    }
  }
}

const shows = (text: string): boolean => (document.querySelector('main')?.textContent ?? '').includes(text);

/** Somebody else fines a new member; returns the name. */
async function fineSomebody(by: Client): Promise<string> {
  const userName = `Nobody ${Date.now()}`;
  const { id } = await addUser(by, { userName });
  await fine(by, { userIds: [id], date: dayOf(Date.now(), 'Asia/Karachi') });
  return userName;
}

async function followsFromBehind(): Promise<void> {
  const browser = await openApp(DESK, 'en');
  await goTo(browser, '/fines', DEMO_SCREENS['fines']?.there ?? '');
  const uncover = await browser.cover();
  await pause(HIDDEN_MS);
  const during = await fineSomebody(client);
  await uncover();
  const follows = async (what: string, name: string): Promise<void> => {
    const begun = performance.now();
    await browser.until(what, shows, name);
    const ms = Math.round(performance.now() - begun);
    findings.add(`a tab that was in the background shows ${what}`, ms < FOLLOWS_MS, `within ${ms} ms`);
  };
  await follows('what somebody else entered meanwhile', during);
  await follows('what somebody else enters afterwards', await fineSomebody(client));
}

async function opensOffline(): Promise<void> {
  const browser = await openApp(DESK, 'en');
  const title = await goTo(browser, '/fines', DEMO_SCREENS['fines']?.there ?? '');
  await browser.until('that the app is kept', () => 'preloaded' in document.documentElement.dataset);
  await browser.until('that a service worker answers', () => navigator.serviceWorker.controller !== null);
  const first = await browser.run(() => document.querySelector('main tbody tr')?.textContent ?? '');
  await pause(5000);
  await server.stop();
  await browser.reload();
  await browser.until('that it is offline', () => document.body.textContent?.includes('Offline.'));
  await browser.until('the last screen', shows, first);
  const said = await browser.run(() => /Offline\. As of [\d:]+/.exec(document.body.textContent ?? '')?.[0] ?? '');
  findings.add('a reload without the server shows the last screen', said !== '', `${title}. ${said}`);
  writeFileSync(join(PICTURES, 'offline.png'), await browser.picture());
  server = await startServer(port);
}

try {
  for (const part of [judgeLogin, followsFromBehind, opensOffline, walk]) {
    await part().catch((error: unknown) => findings.add(part.name, false, String(error)));
  }
  findings.print(`In WebKitGTK; pictures in ${PICTURES}`);
} finally {
  await webkit?.close();
  await server.kill();
  await postbox.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}

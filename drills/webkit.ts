// npm run drill:webkit
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
import { type Language, LANGUAGES } from '../src/core/text/languages.ts';
import { type Client, signInAt } from '../tests/helpers/client.ts';
import { addUser, fine } from '../tests/helpers/ledger.ts';
import { startServerProcess } from '../tests/helpers/server-process.ts';
import { ACCOUNT as DRILL_ACCOUNT, endOnSignals, Findings, newDatabase, pause, say } from './support/drill.ts';
import { findPrograms, startWebKit } from './webkit/browser.ts';
import { goTo as goToScreen, look, titleOf } from './webkit/look.ts';

const ACCOUNT = { ...DRILL_ACCOUNT, password: PASSWORD };
const PICTURES = join(import.meta.dirname, '../test-results/webkit');
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];
/** How far a text may be from the middle, in pixels; two are what rounding and a font's own capitals take. */
const LIMITS = { latin: 2, urdu: 4 };
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

const programs = findPrograms();
if (typeof programs === 'string') {
  say(programs);
  process.exit(1);
}
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
const webkit = await startWebKit(programs, folder);
say(`WebKitGTK ${webkit.version}`);

/** Opens a screen; returns its title. */
async function goTo(path: string, there: string): Promise<string> {
  await webkit.run(goToScreen, path, there);
  return webkit.until(path, titleOf, there);
}

async function judgeScreen(name: string, { path, there }: { path: string; there: string }): Promise<number> {
  const found: string[] = [];
  let measured = 0;
  try {
    await goTo(path, there);
    const seen = await webkit.run(look, LIMITS);
    ({ measured } = seen);
    found.push(...seen.offCentre.map((text) => `not in the middle: ${text} px`));
    if (seen.tooWide > 0) found.push(`${seen.tooWide} px too wide`);
  } catch (error) {
    found.push(String(error));
  }
  found.push(...(await webkit.errors()));
  writeFileSync(join(PICTURES, `${name}.png`), await webkit.picture());
  for (const one of found) findings.add(name, false, one);
  return measured;
}

async function judgeLogin(): Promise<void> {
  await webkit.window(360, 740);
  await webkit.open(`${url}/#/login`);
  await judgeScreen('login', { path: '/login', there: 'main form button' });
  const fetched = await webkit.run(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const isFetched = fetched.some((name) => name.includes('nastaliq'));
  findings.add('an English page does not fetch the Urdu font', !isFetched, `${fetched.length} files`);
}

/** Opens the app in a new window, signed in. */
async function openApp({ width, height }: { width: number; height: number }, language: Language): Promise<void> {
  await client.must(setLanguage, { body: { language } });
  await webkit.window(width, height);
  // Any answer of the server, to which cookies and storage belong.
  await webkit.open(`${url}/healthz`);
  await webkit.signIn(client.cookie);
  await webkit.run((chosen) => localStorage.setItem('language', chosen), language);
  await webkit.open(`${url}/#/profile`);
  await webkit.until('the app', titleOf, 'main h1');
}

async function walk(): Promise<void> {
  const screens = Object.entries({ ...DEMO_SCREENS, ...DIALOGS });
  for (const language of LANGUAGES) {
    for (const size of WINDOWS) {
      await openApp(size, language);
      let measured = 0;
      for (const [name, { path, there }] of screens) {
        const address = typeof path === 'string' ? path : path(cast);
        measured += await judgeScreen(`${name}-${size.width}-${language}`, { path: address, there });
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
  await fine(by, { userIds: [id], amount: 100 });
  return userName;
}

async function followsFromBehind(): Promise<void> {
  await openApp({ width: 1280, height: 900 }, 'en');
  await goTo('/fines', DEMO_SCREENS['fines']?.there ?? '');
  const uncover = await webkit.cover();
  await pause(HIDDEN_MS);
  const name = await fineSomebody(client);
  await uncover();
  const begun = performance.now();
  await webkit.until('a fine entered while the tab was in the background', shows, name);
  const ms = Math.round(performance.now() - begun);
  findings.add('a tab that was in the background follows', ms < FOLLOWS_MS, `within ${ms} ms`);
  const next = await fineSomebody(client);
  await webkit.until('a fine entered afterwards', shows, next);
}

async function opensOffline(): Promise<void> {
  const title = await goTo('/fines', DEMO_SCREENS['fines']?.there ?? '');
  await webkit.until('that the app is kept', () => 'preloaded' in document.documentElement.dataset);
  await webkit.until('that a service worker answers', () => navigator.serviceWorker.controller !== null);
  const first = await webkit.run(() => document.querySelector('main tbody tr')?.textContent ?? '');
  await pause(5000);
  await server.stop();
  await webkit.reload();
  await webkit.until('that it is offline', () => document.body.textContent?.includes('Offline.'));
  await webkit.until('the last screen', shows, first);
  const said = await webkit.run(() => /Offline\. As of [^.]*/.exec(document.body.textContent ?? '')?.[0] ?? '');
  findings.add('a reload without the server shows the last screen', said !== '', `${title}. ${said}`);
  writeFileSync(join(PICTURES, 'offline.png'), await webkit.picture());
  server = await startServer(port);
}

try {
  await judgeLogin();
  await walk();
  await followsFromBehind();
  await opensOffline();
  findings.print(`WebKitGTK ${webkit.version}; pictures in ${PICTURES}`);
} finally {
  await webkit.close();
  await server.kill();
  await postbox.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}

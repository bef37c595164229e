// npm run drill gate
//
// A gate keeper's offline day, on a phone in a real Chromium: the server goes away, the app is opened and read, fines
// are entered, the phone restarts, another device fines the same person meanwhile, and the server comes back. Prints
// what was shown when, with a picture of each moment in test-results/gate, and how long the app took to open. Fails if
// a fine is lost, appears twice, or is doubled by the rule without a question.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { listFines } from '../src/contract/fines/fines.ts';
import { dayOf } from '../src/core/calendar.ts';
import { addUser, setRule } from '../tests/helpers/ledger.ts';
import { startServerProcess } from '../tests/helpers/server-process.ts';
import { CHROMIUM, signInOn } from './support/browser.ts';
import { ACCOUNT, endOnSignals, Findings, newDatabase, pause, say } from './support/drill.ts';
import { signIn } from './support/writers.ts';

const PICTURES = join(import.meta.dirname, '../test-results/gate');
const LIMIT_MS = 60_000;
/** By then, a screen that was read is kept on the device. */
const KEPT_MS = 8000;

endOnSignals();
mkdirSync(PICTURES, { recursive: true });
const database = await newDatabase('sqlite');
const profiles = ['phone', 'office'].map((name) => mkdtempSync(join(tmpdir(), `jurmana-gate-${name}-`)));
const open: BrowserContext[] = [];
const findings = new Findings();
let server = await startServerProcess({ databaseUrl: database.url, account: ACCOUNT });
const { url, port } = server;
const begun = performance.now();
const seconds = (): string => ((performance.now() - begun) / 1000).toFixed(1).padStart(6);
let moment = 0;

async function device(profile: string, width: number): Promise<Page> {
  const context = await chromium.launchPersistentContext(profile, {
    viewport: { width, height: width < 500 ? 740 : 900 },
    reducedMotion: 'reduce',
    ...CHROMIUM,
  });
  context.setDefaultTimeout(LIMIT_MS);
  open.push(context);
  return context.pages()[0] ?? (await context.newPage());
}

async function seen(page: Page, what: string): Promise<void> {
  moment += 1;
  say(`${seconds()} s  ${what}`);
  const name = `${String(moment).padStart(2, '0')}-${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`;
  await page.screenshot({ path: join(PICTURES, name) });
}

async function enter(page: Page, { name, amount }: { name: string; amount: number }): Promise<void> {
  await page.getByRole('button', { name: 'Add New Fine' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Fine' });
  await dialog.getByLabel('Fine Type').fill('Late arrival');
  await dialog.getByLabel('Amount (PKR)').fill(String(amount));
  await dialog.getByLabel('Search users by name or e-mail').fill(name);
  await dialog.getByRole('option', { name }).or(dialog.getByRole('checkbox', { name })).first().click();
  await dialog.getByRole('button', { name: 'Add Fine' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Signs in, and waits until the device has everything that fining needs. */
async function prepare(page: Page): Promise<void> {
  await signInOn(page, url, ACCOUNT);
  await page.goto(`${url}/#/fines`);
  await page.getByRole('heading', { name: 'Fine Management' }).waitFor();
  await pause(KEPT_MS);
}

try {
  const client = await signIn(url);
  await setRule(client, true);
  const [hamza, zainab, bilal] = [
    await addUser(client, { userName: 'Hamza Awan' }),
    await addUser(client, { userName: 'Zainab Khan' }),
    await addUser(client, { userName: 'Bilal Ahmed' }),
  ];
  let phone = await device(profiles[0] ?? '', 360);
  const office = await device(profiles[1] ?? '', 1280);
  await prepare(phone);
  await prepare(office);
  await seen(phone, 'With a line: signed in on the phone');

  await server.stop();
  const away = performance.now();
  await phone.reload({ waitUntil: 'commit' });
  await phone.getByRole('heading', { name: 'Fine Management' }).waitFor();
  const opened = Math.round(performance.now() - away);
  findings.add('without the server the app opens', true, `within ${opened} ms`);
  await phone.getByText(/^Offline\./).waitFor();
  await seen(phone, 'The server is away: what was seen last, with its time');

  await enter(phone, { name: 'Hamza Awan', amount: 100 });
  await enter(phone, { name: 'Zainab Khan', amount: 200 });
  await phone.getByText(/^2 waiting to be sent/).waitFor();
  await seen(phone, 'Two fines wait on the phone');
  await office.reload({ waitUntil: 'commit' });
  await office.getByText(/^Offline\./).waitFor();
  await enter(office, { name: 'Hamza Awan', amount: 150 });
  await office.getByText(/^1 waiting to be sent/).waitFor();
  await seen(office, 'Another device fines the same person');

  await open[0]?.close();
  phone = await device(profiles[0] ?? '', 360);
  await phone.goto(`${url}/#/fines`, { waitUntil: 'commit' });
  await phone.getByText(/^2 waiting to be sent/).waitFor();
  await enter(phone, { name: 'Bilal Ahmed', amount: 50 });
  await phone.getByText(/^3 waiting to be sent/).waitFor();
  await seen(phone, 'After a restart of the phone: they wait, and a third one');

  await open[1]?.close();
  server = await startServerProcess({ databaseUrl: database.url, account: ACCOUNT, port });
  await phone.getByText(/waiting to be sent/).waitFor({ state: 'hidden' });
  await seen(phone, 'The server is back: all three are sent');
  const late = await device(profiles[1] ?? '', 1280);
  await late.goto(`${url}/#/fines`, { waitUntil: 'commit' });
  await late.getByText('1 needs your decision').waitFor();
  await late.getByRole('button', { name: 'Show', exact: true }).click();
  await late.getByRole('dialog', { name: 'Waiting to Be Sent' }).waitFor();
  await seen(late, 'On the other device the second offence of the week is put to the person');
  const today = dayOf(Date.now(), 'Asia/Karachi');
  const finesOf = async (userId: string): Promise<string> => {
    const { items } = await client.must(listFines, { query: { userId, pageSize: 100 } });
    return items.map(({ amount, date }) => `${amount} ${date}`).join(', ');
  };
  findings.add('until then it is not charged', (await finesOf(hamza.id)) === `100 ${today}`, await finesOf(hamza.id));
  await late.getByRole('button', { name: 'Confirm and send: Hamza Awan' }).click();
  await late
    .getByText(/waiting to be sent|needs your decision/)
    .first()
    .waitFor({ state: 'hidden' });
  await seen(late, 'Confirmed, and charged double');
  const of = await finesOf(hamza.id);
  findings.add('each fine is there once, the second one doubled', of === `300 ${today}, 100 ${today}`, of);
  for (const [user, amount] of [
    [zainab, 200],
    [bilal, 50],
  ] as const) {
    const own = await finesOf(user.id);
    findings.add(`the fine of ${user.userName} is there once`, own === `${amount} ${today}`, own);
  }
  findings.print(`A gate keeper's day; pictures in ${PICTURES}`);
} finally {
  for (const context of open) await context.close().catch(() => {});
  await server.kill();
  await database.remove();
  for (const profile of profiles) rmSync(profile, { recursive: true, force: true });
}

// The demonstration: its two years fill every screen, and the books agree (OPS-13).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEvents } from '../../../src/contract/events.ts';
import { readFine } from '../../../src/contract/fines/fine-details.ts';
import { listFines } from '../../../src/contract/fines/fines.ts';
import { listTypes } from '../../../src/contract/fines/fine-types.ts';
import { listHistory } from '../../../src/contract/history.ts';
import { listMails } from '../../../src/contract/mail/mails.ts';
import { listHandOvers, readCash } from '../../../src/contract/money/cash.ts';
import { listPayments } from '../../../src/contract/money/payments.ts';
import { listRefunds } from '../../../src/contract/money/refunds.ts';
import { readNextReminders } from '../../../src/contract/money/reminder-plan.ts';
import { listReminders } from '../../../src/contract/money/reminders.ts';
import { listRequests } from '../../../src/contract/money/requests.ts';
import { listWaivers } from '../../../src/contract/money/waivers.ts';
import { listSummaries, readTotals } from '../../../src/contract/overview.ts';
import { listOwing, readReport } from '../../../src/contract/reports.ts';
import { readOrganisation } from '../../../src/contract/settings/organisation.ts';
import { listApiKeys } from '../../../src/contract/sign-in/api-keys.ts';
import { readSession } from '../../../src/contract/sign-in/auth.ts';
import { listUsers } from '../../../src/contract/users.ts';
import { HISTORY_KINDS } from '../../../src/core/journal.ts';
import { REQUEST_KINDS } from '../../../src/core/money/member-request.ts';
import { PAYMENT_METHODS } from '../../../src/core/money/payment.ts';
import type { Cast } from '../../../organisation/demo/cast.ts';
import { makeDemo } from '../../../organisation/demo/make.ts';
import { PASSWORD } from '../../../organisation/demo/office.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import type { Client } from '../../helpers/client.ts';
import { testClock } from '../../helpers/clock.ts';
import { newDatabaseUrl } from '../../helpers/database.ts';
import { ADMINISTRATOR, SECRET } from '../../helpers/instance.ts';
import { NO_MAIL_ARRIVES } from '../../helpers/outbox.ts';

/** Ten minutes past midnight on a Sunday in Karachi: the shortest possible "today". */
const NOW = '2026-11-14T19:10:00Z';

const database = await newDatabaseUrl();
let cast: Cast;
let app: TestApp;
let viewer: Client;

beforeAll(async () => {
  const environment = { DATABASE_URL: database.url, ADMIN_EMAIL: ADMINISTRATOR.email, AUTH_SECRET: SECRET };
  cast = await makeDemo({ environment, now: Date.parse(NOW) });
  app = await startApp({ databaseUrl: database.url, clock: testClock(NOW), environment: NO_MAIL_ARRIVES });
  viewer = await app.signIn(cast.viewer.email, PASSWORD);
});
afterAll(async () => {
  await app.stop();
  database.remove();
});

const page = { query: { pageSize: 100 } };

test('people of every access level can sign in with the printed password, one of them in Urdu [OPS-13]', async () => {
  const { manager, collectors, viewer: reads, member, reader } = cast;
  for (const { email, access } of [manager, ...collectors, reads, member, reader]) {
    const { principal } = await (await app.signIn(email, PASSWORD)).must(readSession, {});
    expect(principal).toMatchObject({ email, access, language: email === reader.email ? 'ur' : null });
  }
  const administrator = await app.signIn(ADMINISTRATOR.email, PASSWORD);
  expect((await administrator.must(listApiKeys, {})).items).toMatchObject([
    { name: 'Gate clock', lastUsedOn: expect.any(String) as string, revokedAt: null },
    { revokedAt: expect.any(String) as string },
  ]);
});

test('its people are as many and as varied as in an organisation [OPS-13]', async () => {
  const { items } = await viewer.must(listUsers, page);
  expect(items.length).toBeGreaterThan(60);
  expect(new Set(items.map(({ signIn }) => signIn))).toEqual(new Set(['none', 'invited', 'active']));
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['Active', 'Inactive']));
  expect(items.filter(({ userName }) => /\p{Script=Arabic}/u.test(userName)).length).toBeGreaterThan(10);
  const names = items.map(({ userName }) => userName);
  const twice = items.filter(({ userName }) => names.indexOf(userName) !== names.lastIndexOf(userName));
  expect(twice.map(({ signIn }) => signIn)).toEqual(['none', 'none']);
  expect((await viewer.must(listSummaries, { query: {} })).items).not.toEqual([]);
  const { name, address, phone, receiptFoot, logoVersion } = await viewer.must(readOrganisation, {});
  for (const said of [name, address, phone, receiptFoot, logoVersion]) expect(said).toBeTruthy();
});

test('its fines are pending, paid, partly paid, waived and doubled, all of listed types [OPS-13]', async () => {
  const { totals } = await viewer.must(readTotals, {});
  expect(totals.fineCount).toBeGreaterThan(1500);
  expect(totals.collectionRate).toBeGreaterThan(60);
  expect(totals.availableBalance).toBeGreaterThan(0);
  const { items } = await viewer.must(listFines, { query: { pageSize: 100, status: 'Pending' } });
  expect(items.some(({ paidAmount }) => paidAmount > 0)).toBe(true);
  expect(items.some(({ description }) => description !== '')).toBe(true);
  const types = (await viewer.must(listTypes, {})).items;
  expect(types.every(({ useCount, urduName }) => useCount > 0 && urduName !== '')).toBe(true);
  const doubled = items.filter(({ fineType, amount }) =>
    types.some((type) => type.name === fineType && type.amount !== null && amount === 2 * type.amount),
  );
  expect(doubled).not.toEqual([]);
  expect((await viewer.must(listFines, { query: {} })).items[0]?.date).toBe('2026-11-15');
});

test('its money came in by every method, each time with a receipt, and went out in every way [OPS-13]', async () => {
  const payments = await viewer.must(listPayments, page);
  expect(payments.receivedToday).toBeGreaterThan(0);
  expect(payments.creditHeld).toBeGreaterThan(0);
  expect(payments.reversed).toBeGreaterThan(0);
  expect(payments.items.every(({ receipt, receivedBy }) => receipt !== null && receivedBy !== null)).toBe(true);
  const { methods, months, collectors, ageing } = await viewer.must(readReport, { query: {} });
  expect(methods.map(({ method }) => method).toSorted()).toEqual(PAYMENT_METHODS.toSorted());
  expect(months.length).toBeGreaterThanOrEqual(24);
  expect(collectors.length).toBeGreaterThanOrEqual(3);
  expect(ageing.bands.every(({ outstanding }) => outstanding > 0)).toBe(true);
  expect((await viewer.must(listOwing, { query: {} })).items).not.toEqual([]);
  const waivers = await viewer.must(listWaivers, page);
  expect(waivers.items.some(({ mistake }) => mistake)).toBe(true);
  expect(waivers.reversed).toBeGreaterThan(0);
  const refunds = await viewer.must(listRefunds, page);
  expect(refunds.given).toBeGreaterThan(refunds.reversed);
  expect((await viewer.must(readCash, {})).holders.map(({ held }) => Math.sign(held))).toEqual([1, 1, 1]);
  const handOvers = (await viewer.must(listHandOvers, page)).items;
  expect(handOvers.some(({ difference }) => difference !== 0)).toBe(true);
  expect(handOvers.some(({ payOuts }) => payOuts.length > 0)).toBe(true);
  const events = (await viewer.must(listEvents, page)).items.map(({ status }) => status);
  expect(new Set(events)).toEqual(new Set(['Completed', 'Today', 'Soon', 'Upcoming']));
});

test('its members said that they had paid, and appealed; some requests still wait for an answer, with a picture [OPS-13]', async () => {
  const collector = await app.signIn(cast.collectors[0].email, PASSWORD);
  const { items } = await collector.must(listRequests, page);
  for (const kind of REQUEST_KINDS) {
    const states = new Set(items.filter((item) => item.kind === kind).map(({ state }) => state));
    expect([...states].toSorted(), kind).toEqual(['accepted', 'open', 'refused']);
  }
  expect(items.some(({ state, picture }) => state === 'open' && picture !== null)).toBe(true);
});

test('some of its fines have a picture, kept once for all of them [OPS-13, SEEN-1]', async () => {
  const { items } = await viewer.must(listFines, { query: { search: 'No safety shoes', pageSize: 20 } });
  const seen = await Promise.all(items.map(({ id }) => viewer.must(readFine, { params: { fineId: id } })));
  const pictures = seen.flatMap((fine) => fine.pictures);
  expect(pictures.length).toBeGreaterThan(1);
  expect(new Set(pictures).size).toBe(1);
});

test('its members got e-mails and automatic reminders, and will get more; not everything arrived [OPS-13]', async () => {
  const { items, totalItems } = await viewer.must(listMails, page);
  expect(totalItems).toBeGreaterThan(100);
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['fined', 'paid', 'reminder', 'waived', 'answered']));
  for (const state of ['sent', 'given-up', 'unknown'] as const) {
    expect((await viewer.must(listMails, { query: { state } })).items, state).not.toEqual([]);
  }
  const { items: reminded } = await viewer.must(listReminders, page);
  expect(reminded.some((member) => member.reminded?.channel === 'auto')).toBe(true);
  expect(reminded.some(({ mailRefused }) => mailRefused !== null)).toBe(true);
  expect(await viewer.must(readNextReminders, { query: {} })).toMatchObject({
    isOn: true,
    day: expect.any(String) as string,
  });
});

test('its history has entries of every kind, and none that are unknown [OPS-13]', async () => {
  for (const kind of HISTORY_KINDS) {
    const { items } = await viewer.must(listHistory, { query: { kind } });
    expect(items, kind).not.toEqual([]);
    expect(items.every(({ action }) => action !== 'import')).toBe(true);
  }
});

test('its books agree [OPS-13]', async () => {
  await expectBooksRight(app.db);
});

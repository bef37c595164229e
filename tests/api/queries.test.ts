// Query plans: the main queries use an index, and none reads all fines. The statements are recorded from
// the server's own functions.
import { randomFrom } from '../../organisation/random.ts';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, weekRange } from '../../src/core/calendar.ts';
import { SUBJECTS } from '../../src/core/journal.ts';
import type { Database, Handle } from '../../src/server/db/types.ts';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { entriesOf, FIRST_POSITION } from '../../src/server/areas/history/history.repository.ts';
import { entriesOfUser } from '../../src/server/areas/statements/statement.service.ts';
import * as fines from '../../src/server/areas/fines/fines.repository.ts';
import { newestNotes, placesFound } from '../../src/server/areas/fines/search.repository.ts';
import { changeSummaries } from '../../src/server/balances/fine-changes.repository.ts';
import { debtSums, openFinesOf } from '../../src/server/areas/payments/debtors.repository.ts';
import { paymentsPage, paymentSums } from '../../src/server/areas/payments/payments.repository.ts';
import { owedFines } from '../../src/server/areas/payments/taking.repository.ts';
import * as overview from '../../src/server/areas/overview/overview.repository.ts';
import { countMails, mailsPage } from '../../src/server/mail/mails.repository.ts';
import { searchFor } from '../../src/server/shared/finding/searches.ts';
import { requestsPage } from '../../src/server/areas/requests/requests.repository.ts';
import { EVERY_FINE, userFines } from '../../src/server/shared/queries.ts';
import { countUsers, usersPage } from '../../src/server/areas/users/users.repository.ts';
import { waiversPage, waiverSums } from '../../src/server/areas/waivers/waivers.repository.ts';
import { engine, newDatabaseUrl } from '../helpers/database.ts';
import { seedFines, seedUsers } from '../helpers/seed.ts';
import { recordStatements, type Statement } from '../helpers/sent-statements.ts';
import { finesByPlace } from '../../src/server/balances/fines-of-users.ts';
import { owing } from '../../src/server/areas/reports/reports.repository.ts';
import { daysOfBand } from '../../src/core/money/ageing.ts';
import { countOwing, debtsOf, owingPage, sumOwing } from '../../src/server/areas/reminders/reminders.repository.ts';
import { overdueOf } from '../../src/server/balances/overdue.ts';
import { finesInWeek } from '../../src/server/balances/fine-reads.repository.ts';

const FINES = 20_000;
const WEEK = weekRange('2026-06-17');
let db: Database;
let users: string[];
let remove: () => void;
let recorded: Statement[] = [];
const stopRecording = recordStatements((statement) => recorded.push(statement));

beforeAll(async () => {
  const database = await newDatabaseUrl();
  remove = database.remove;
  db = connect(database.url);
  await migrate(db);
  users = await seedUsers(db, 500);
  const { below: roll } = randomFrom(11);
  await seedFines(
    db,
    Array.from({ length: FINES }, () => ({
      userId: users[roll(users.length)] ?? '',
      date: addDays('2024-12-01', roll(730)),
      amount: (1 + roll(20)) * 5000,
      status: roll(2) === 0 ? ('Paid' as const) : ('Pending' as const),
    })),
  );
  // As in production: PostgreSQL gathers statistics by itself, SQLite has none.
  if (engine === 'postgres') await sql`analyze`.execute(db.write);
});
afterAll(async () => {
  stopRecording();
  await db.close();
  remove();
});

/** The statements a function sends to the database. */
async function statementsOf(body: (handle: Handle) => Promise<unknown>): Promise<CompiledQuery[]> {
  recorded = [];
  await body(db.read);
  // A connection that is opened meanwhile sends its settings first.
  const queries = recorded.filter(({ sql: text }) => !text.startsWith('set '));
  return queries.map(({ sql: text, parameters }) => CompiledQuery.raw(text, parameters));
}

/** The query plan, one line per step. */
async function planOf(query: CompiledQuery): Promise<string[]> {
  const words = engine === 'postgres' ? 'explain ' : 'explain query plan ';
  const { rows } = await db.read.executeQuery<Record<string, unknown>>({ ...query, sql: `${words}${query.sql}` });
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN']));
}

/** Steps that read a whole table. SQLite's plans name aliases, so the queries must not use any. */
function fullScans(plan: string[], table: string): string[] {
  return plan.filter((step) =>
    engine === 'postgres'
      ? step.includes(`Seq Scan on ${table}`)
      : new RegExp(`^SCAN ${table}(?! USING (?:COVERING )?INDEX)`).test(step),
  );
}

/** The indexes that a plan uses. */
const indexesIn = (plan: string[]): string[] =>
  plan.flatMap((step) => /(?:INDEX|Index (?:Only )?Scan(?: Backward)? (?:using|on)) (\w+)/.exec(step)?.[1] ?? []);

const EVERYBODY = {
  search: '',
  status: 'all',
  period: 'all',
  fines: 3,
  order: 'ascending',
  page: 1,
  pageSize: 10,
} as const;
const one = () => users[77] ?? '';
const late = () => users.slice(0, 20).map((id) => ({ id, earliest_due: '2026-01-01' }));
const FIND = { day: null, amount: null, types: [], notes: [] };
const PART = { ...EVERY_FINE, userId: undefined, status: 'Pending', behind: null, limit: 1001 } as const;
const BEHIND = { ...PART, behind: { date: '2026-01-01', sequence: 1_000_000 } } as const;

/** The primary key index of the fines. */
const BY_ID = engine === 'postgres' ? 'fines_pkey' : 'sqlite_autoindex_fines_1';

test.each<[string, (handle: Handle) => Promise<unknown>, ...string[]]>([
  ['the first page of all fines', (handle) => fines.finesPage(handle, { limit: 10, offset: 0 }), 'fines_by_day'],
  ['the last page reached by walking', (handle) => fines.finesPage(handle, { limit: 10, offset: 500 }), 'fines_by_day'],
  ['a page deep in the list', (handle) => fines.finesPage(handle, { limit: 10, offset: 15_000 }), 'fines_by_day'],
  ['the last page', (handle) => fines.finesPage(handle, { limit: 10, offset: FINES - 5 }), 'fines_by_day'],
  [
    'the first page of pending fines',
    (handle) => fines.finesPage(handle, { limit: 10, offset: 0, status: 'Pending' }),
    'fines_by_status',
  ],
  [
    'a page deep in the paid fines',
    (handle) => fines.finesPage(handle, { limit: 10, offset: 9000, status: 'Paid' }),
    'fines_by_status',
  ],
  ['found by type', (handle) => placesFound(handle, { ...FIND, types: ['Late'] }, PART), 'fines_by_type'],
  [
    'found by amount, behind a fine',
    (handle) => placesFound(handle, { ...FIND, amount: 100 }, BEHIND),
    'fines_by_amount',
  ],
  ['the notes', (handle) => newestNotes(handle, undefined), 'fines_with_note'],
  ['those waived', (handle) => fines.finesPage(handle, { limit: 10, offset: 0, status: 'Waived' }), 'fines_waived'],
  [
    'those partly paid',
    (handle) => fines.finesPage(handle, { limit: 10, offset: 0, status: 'PartlyPaid' }),
    'fines_partly_paid',
  ],
  ['a user’s fines', (handle) => userFines(handle, one(), { limit: 10, offset: 0 }), 'fines_by_user'],
  [
    'a user’s fines by status',
    (handle) => userFines(handle, one(), { limit: 5, offset: 5, status: 'Paid' }),
    'fines_by_user',
  ],
  ['what a user owes', (handle) => owedFines(handle, one(), 500), 'fines_(pending|by_user)'],
  ['what many users owe', (handle) => openFinesOf(handle, users.slice(0, 20), 1000), 'fines_(pending|by_user)'],
  ['what many users are late with', (handle) => overdueOf(handle, late(), '2026-11-18'), 'fines_pending'],
  ['who was fined in a week', (handle) => fines.usersToFine(handle, users.slice(0, 5), WEEK), 'fines_by_'],
  ['a user’s fines of an amount in a week', (handle) => finesInWeek(handle, one(), WEEK, 10_000), 'fines_by_user'],
  ['a user’s fines in a week', (handle) => finesInWeek(handle, one(), WEEK), 'fines_by_user'],
  [
    'the newest fines of twenty users',
    (handle) => finesByPlace(handle, users.slice(100, 120), 3, 'newest'),
    'fines_by_user',
    BY_ID,
  ],
  [
    'the oldest unpaid fines of twenty users',
    (handle) => finesByPlace(handle, users.slice(100, 120), 5, 'oldest-unpaid'),
    'fines_(pending|by_user)',
    BY_ID,
  ],
  [
    'the newest date of a user without one fine',
    (handle) => fines.newestOtherDate(handle, one(), ['none']),
    'fines_by_user',
  ],
])('%s', async (what, body, ...indexes) => {
  const statements = await statementsOf(body);
  const reading = statements.filter((query) => query.sql.includes('"fines"'));
  expect(reading.length).toBe(indexes.length);
  for (const [place, query] of reading.entries()) {
    const index = indexes[place] ?? '';
    const plan = await planOf(query);
    expect(fullScans(plan, 'fines'), plan.join('\n')).toEqual([]);
    expect(
      indexesIn(plan).some((used) => new RegExp(`^${index}`).test(used)),
      plan.join('\n'),
    ).toBe(true);
    // The index provides the order, except on the last page, where PostgreSQL sorts the few remaining fines.
    if (what !== 'the last page' && !index.includes('by_user')) {
      expect(
        plan.filter((step) => /TEMP B-TREE|Sort/.test(step)),
        plan.join('\n'),
      ).toEqual([]);
    }
  }
});

test('a deep page of payments is found by its day, and equals the same page of the full list', async () => {
  const EVERY = { userId: undefined, from: undefined, to: undefined, method: undefined, receivedBy: undefined };
  const all = { ...EVERY, group: '', search: '', receipt: null, numbered: null };
  const ordered = db.read.selectFrom('payments').select(['id', 'received_on']);
  const rows = await ordered.orderBy('received_on', 'desc').orderBy('sequence', 'desc').execute();
  const until = rows[2000]?.received_on ?? '';
  const early = rows.filter((row) => row.received_on <= until);
  for (const [filter, list] of [
    [all, rows],
    [{ ...all, to: until, method: 'Not recorded' as const }, early],
  ] as const) {
    for (const offset of [0, 500, 501, 5003, list.length - 3, list.length + 7]) {
      const page = await paymentsPage(db.read, filter, { limit: 10, offset });
      expect(page.map(({ id }) => id)).toEqual(list.slice(offset, offset + 10).map(({ id }) => id));
    }
  }
  const [days] = await statementsOf((handle) => paymentsPage(handle, all, { limit: 10, offset: 7000 }));
  expect(days?.sql).toContain('"payment_days"');
});

test('the end of a receipt’s number is found by the index of receipts, in any year [PAY-68]', async () => {
  for (const year of [null, 2026]) {
    const filter = { ...OF_PAYMENTS, userId: undefined, search: '000123', numbered: { year, number: 123 } };
    const queries = await statementsOf((handle) => paymentsPage(handle, filter, FIRST_PAGE));
    for (const query of queries.filter(({ sql: text }) => text.includes('receipt_'))) {
      const plan = await planOf(query);
      expect(fullScans(plan, 'payments'), plan.join('\n')).toEqual([]);
    }
  }
});

test('a deep page skips no more fines than its day has [FINE-10]', async () => {
  const [days, page] = await statementsOf((handle) => fines.finesPage(handle, { limit: 10, offset: 15_000 }));
  expect(days?.sql).toContain('"fine_days"');
  expect(days?.sql).not.toContain('"fines"');
  const skipped =
    page?.parameters.find((_, index) => page.sql.match(/offset (?:\$(\d+)|\?)/)?.[1] === String(index + 1)) ??
    page?.parameters.at(-1);
  const busiest = await db.read
    .selectFrom('fine_days')
    .select((eb) => eb.fn.max('fine_count').as('most'))
    .executeTakeFirstOrThrow();
  expect(Number(skipped)).toBeLessThan(busiest.most);
});

test.each(['ascending', 'descending'] as const)(
  'users by the oldest unpaid fine, %s, come from an index, in its order [TOTAL-12]',
  async (order) => {
    const filter = overview.summaryFilter({ ...EVERYBODY, sort: 'oldest-unpaid' }, '2026-11-18', null, true);
    const page = { sort: 'oldest-unpaid', order, page: 1, pageSize: 10 } as const;
    const [query] = await statementsOf((handle) => overview.summariesPage(handle, filter, page));
    const plan = await planOf(query ?? sql`select 1`.compile(db.read));
    expect(indexesIn(plan), plan.join('\n')).toContain('users_by_oldest_pending');
    expect(fullScans(plan, 'users'), plan.join('\n')).toEqual([]);
  },
);

test('who is to be reminded comes from an index, in its order [REMIND-1]', async () => {
  const filter = { search: '', show: 'open', group: '', notRemindedSince: '2026-11-18', today: '2026-11-18' } as const;
  const [query] = await statementsOf((handle) => owingPage(handle, filter, { limit: 20, offset: 40 }));
  const plan = await planOf(query ?? sql`select 1`.compile(db.read));
  expect(indexesIn(plan), plan.join('\n')).toContain('users_owing');
  expect(fullScans(plan, 'users'), plan.join('\n')).toEqual([]);
  // What a promise covers is looked up for its member alone.
  const [counts] = await statementsOf((handle) => countOwing(handle, '2026-11-18'));
  for (const looked of [plan, await planOf(counts ?? sql`select 1`.compile(db.read))]) {
    expect(fullScans(looked, 'fines'), looked.join('\n')).toEqual([]);
  }
  const [debts] = await statementsOf((handle) => debtsOf(handle, users.slice(0, 20), '2026-11-18'));
  const ofFines = await planOf(debts ?? sql`select 1`.compile(db.read));
  expect(indexesIn(ofFines), ofFines.join('\n')).toContain('fines_pending');
  expect(fullScans(ofFines, 'fines'), ofFines.join('\n')).toEqual([]);
});

const OF_ONE = { userId: 'NOBODY22', from: undefined, to: undefined, search: '' };
const OF_PAYMENTS = { ...OF_ONE, method: undefined, group: '', receivedBy: undefined, receipt: null, numbered: null };
const OF_REQUESTS = { ...OF_ONE, userId: undefined, kind: undefined, state: undefined };
const FIRST_PAGE = { limit: 10, offset: 0 };

if (engine === 'postgres') {
  test.each<[string, (handle: Handle) => Promise<unknown>]>([
    ['users', (handle) => usersPage(handle, { search: null, group: '' }, 'list', { page: 1, pageSize: 10 })],
    ['messages', (handle) => mailsPage(handle, { search: '', state: 'all' }, { page: 1, pageSize: 10 })],
    ['requests', (handle) => requestsPage(handle, OF_REQUESTS, FIRST_PAGE)],
  ])('a page of %s looks up its rows by id, even in a plan that is made once for all values', async (_name, page) => {
    const [query] = await statementsOf(page);
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain (generic_plan) ${sql.raw(query?.sql ?? '')}`.execute(db.read);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/id = ANY \(+InitPlan/);
    expect(plan).not.toContain('Semi Join');
  });
}

test.each([
  ['payments', (handle: Handle) => paymentsPage(handle, OF_PAYMENTS, FIRST_PAGE), 'payments_by_user'],
  ['payments', (handle: Handle) => paymentSums(handle, OF_PAYMENTS), 'payments_by_user'],
  ['waivers', (handle: Handle) => waiversPage(handle, { ...OF_ONE, madeBy: undefined }, FIRST_PAGE), 'waivers_by_user'],
  ['waivers', (handle: Handle) => waiverSums(handle, { ...OF_ONE, madeBy: undefined }), 'waivers_by_user'],
])('the %s of a person, and their sum, are found by an index [PERSON-9]', async (table, body, index) => {
  const [query] = await statementsOf(body);
  const plan = await planOf(query ?? sql`select 1`.compile(db.read));
  // There are no waivers, and PostgreSQL scans an empty table whatever its indexes.
  if (engine === 'sqlite' || table === 'payments') expect(indexesIn(plan), plan.join('\n')).toContain(index);
  else expect(fullScans(plan, 'waivers').length, plan.join('\n')).toBeLessThanOrEqual(2);
});

test('the statement of a user comes from an index', async () => {
  const [query] = await statementsOf((handle) => entriesOfUser(handle, ['NOBODY22']));
  const plan = await planOf(query ?? sql`select 1`.compile(db.read));
  expect(indexesIn(plan), plan.join('\n')).toContain('journal_by_member');
  expect(fullScans(plan, 'journal'), plan.join('\n')).toEqual([]);
});

const EVERYTHING = { userIds: undefined, actor: undefined, fineId: undefined, subjects: SUBJECTS };

test.each([
  ['all of it', {}, 'journal_by_kind'],
  ['of a kind', { subjects: ['event'] as const }, 'journal_by_kind'],
  ['by a person', { actor: 'nobody@example.org' }, 'journal_by_actor'],
  ['by a person, of a kind', { actor: 'nobody@example.org', subjects: ['fine'] as const }, 'journal_by_actor'],
  ['of a member', { userIds: ['NOBODY22'] }, 'journal_by_member'],
  ['of a member, by a person', { userIds: ['NOBODY22', 'OTHER222'], actor: 'nobody@example.org' }, 'journal_by_member'],
  ['of a fine', { fineId: 'fine-77', actor: 'nobody@example.org' }, 'journal_by_subject'],
])('a page of the history, %s, comes from an index, in its order [HISTORY-6]', async (_name, filter, index) => {
  const stretch = { from: FIRST_POSITION, until: { at: 1_790_000_000_000, sequence: 7 }, limit: 51 };
  for (const end of ['newest', 'oldest'] as const) {
    const statements = await statementsOf((handle) =>
      entriesOf(handle, { ...EVERYTHING, ...filter }, { ...stretch, end }),
    );
    const plan = await planOf(statements.at(-1) ?? sql`select 1`.compile(db.read));
    const ofJournal = indexesIn(plan).filter((used) => used.startsWith('journal_by'));
    expect(new Set(ofJournal), plan.join('\n')).toEqual(new Set([index]));
    expect(fullScans(plan, 'journal'), plan.join('\n')).toEqual([]);
  }
});

test('the history of a fine comes from an index, newest first [FINE-19]', async () => {
  const [query] = await statementsOf((handle) => fines.fineEntries(handle, 'fine-77', 101));
  const plan = await planOf(query ?? sql`select 1`.compile(db.read));
  expect(indexesIn(plan), plan.join('\n')).toContain('journal_by_subject');
  expect(fullScans(plan, 'journal'), plan.join('\n')).toEqual([]);
  expect(plan.filter((step) => /TEMP B-TREE|Sort/.test(step))).toEqual([]);
});

test('changing fines looks up the oldest unpaid one in an index', async () => {
  const row = { id: one(), total: 100, pending: 100, credit: 0, fine_count: 1, paid_count: 0 };
  const change = { total: 1, pending: 1, credit: 0, fineCount: 0, paidCount: 0 };
  recorded = [];
  await db.write
    .transaction()
    .execute((tx) => changeSummaries(tx, [row], change, { now: Date.now() }))
    .catch(() => {});
  const update = recorded.find(({ sql: text }) => text.startsWith('update "users"'));
  const plan = await planOf(CompiledQuery.raw(update?.sql ?? '', update?.parameters ?? []));
  expect(indexesIn(plan), plan.join('\n')).toContain('fines_pending');
  expect(fullScans(plan, 'fines'), plan.join('\n')).toEqual([]);
});

test('a deep page of pending fines skips no more than its day has [FINE-13]', async () => {
  const [, page] = await statementsOf((handle) =>
    fines.finesPage(handle, { limit: 10, offset: 8000, status: 'Pending' }),
  );
  const numbers = page?.parameters.filter((value) => typeof value === 'number') ?? [];
  expect(numbers.length).toBe(2);
  expect(Math.max(...numbers)).toBeLessThan(100);
});

test('one user’s fines by status come from the user’s index, even before there are statistics', async () => {
  const fresh = await newDatabaseUrl();
  const empty = connect(fresh.url);
  await migrate(empty);
  for (const status of ['Paid', 'Pending'] as const) {
    const [query] = await statementsOf(() => userFines(empty.read, one(), { limit: 5, offset: 0, status }));
    const words = engine === 'postgres' ? 'explain ' : 'explain query plan ';
    const { rows } = await empty.read.executeQuery({
      ...(query ?? sql``.compile(empty.read)),
      sql: words + query?.sql,
    });
    expect(JSON.stringify(rows)).not.toContain('fines_by_status');
  }
  await empty.close();
  fresh.remove();
});

test('this test would notice a full scan', async () => {
  const statements = await statementsOf((handle) =>
    handle.selectFrom('fines').selectAll().where('doubled_by', '=', 'x').execute(),
  );
  const plan = await planOf(statements[0] ?? sql`select 1`.compile(db.read));
  expect(fullScans(plan, 'fines').length, plan.join('\n')).toBe(1);
});

if (engine === 'sqlite') {
  const FOUND = { search: 'ab', group: '', unpaidSince: null };
  const MAILS = { search: 'ab', state: 'sent' } as const;
  const PAGE = { page: 1, pageSize: 50 };
  const ANY_MAIL = { search: '', state: 'all' } as const;
  const DEEP = { page: 90, pageSize: 50 };
  const ANY = { ...OF_ONE, userId: undefined, kind: undefined, state: undefined, madeBy: undefined };
  const SKIPPED = { limit: 10, offset: 4000 };
  const OWING = { search: '', show: 'open', group: '', notRemindedSince: null, today: '2026-11-18' } as const;
  test.each([
    ['what is owed', (handle: Handle) => sumOwing(handle, OWING), 'users_owing'],
    ['what those owe who are found', (handle: Handle) => sumOwing(handle, { ...OWING, search: 'ab' }), 'users_owing'],
    ['how many are late', (handle: Handle) => countOwing(handle, '2026-11-18'), 'users_owing'],
    ['the debts of those who are found', (handle: Handle) => debtSums(handle, FOUND), 'users_owing'],
    [
      'how many members are found',
      (handle: Handle) => countUsers(handle, { search: searchFor('ab'), group: '' }, 'list'),
      'users_by_name',
    ],
    [
      'a page of them',
      (handle: Handle) => usersPage(handle, { search: searchFor('ab'), group: '' }, 'picker', PAGE),
      'users_by_name',
    ],
    ['how many messages are found', (handle: Handle) => countMails(handle, MAILS), 'mails_by_time'],
    ['what comes before a page of messages', (handle: Handle) => mailsPage(handle, ANY_MAIL, DEEP), 'mails_by_time'],
    [
      'what comes before a page of requests',
      (handle: Handle) => requestsPage(handle, ANY, SKIPPED),
      'requests_by_time',
    ],
    ['what comes before a page of waivers', (handle: Handle) => waiversPage(handle, ANY, SKIPPED), 'waivers_by_day'],
  ])('%s, comes from a covering index', async (_what, body, index) => {
    const [query] = await statementsOf(body);
    const plan = await planOf(query ?? sql`select 1`.compile(db.read));
    expect(plan.join('\n')).toMatch(new RegExp(`(SCAN|SEARCH) \\w+ USING COVERING INDEX ${index}`));
  });

  test('who owes what by age is summed from the index of pending fines alone [REPORT-6]', async () => {
    const [query] = await statementsOf((handle) => owing(handle, daysOfBand('over-90', '2026-11-18')));
    expect(query && (await planOf(query))).toContain('SCAN fines USING COVERING INDEX fines_pending');
  });

  test('the planner has statistics for every index of the fines, and for nothing else', async () => {
    const told = await sql<{ tbl: string; idx: string }>`select tbl, idx from sqlite_stat1 order by idx`.execute(
      db.read,
    );
    const indexes = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'index' and tbl_name = 'fines' order by name`.execute(db.read);
    expect(told.rows).toEqual(indexes.rows.map(({ name }) => ({ tbl: 'fines', idx: name })));
  });
}

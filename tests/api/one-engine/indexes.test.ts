// Every index of the tables that adding and paying fines write to is read by a query: an index that nothing reads would
// only make each write dearer.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBJECTS } from '../../../src/core/journal.ts';
import { allocationsOf, allocationsOfFine } from '../../../src/server/balances/allocations.repository.ts';
import { countOpenFines } from '../../../src/server/balances/open-fines.ts';
import { run } from '../../../src/server/db/run.ts';
import type { Database, Handle } from '../../../src/server/db/types.ts';
import { finesPage } from '../../../src/server/areas/fines/fines.repository.ts';
import { newestNotes, placesFound } from '../../../src/server/areas/fines/search.repository.ts';
import { entriesOf, FIRST_POSITION } from '../../../src/server/areas/history/history.repository.ts';
import { deleteExpiredAnswers } from '../../../src/server/ledger/command.ts';
import { summariesPage, summaryFilter } from '../../../src/server/areas/overview/overview.repository.ts';
import { findReceipt, paymentsPage } from '../../../src/server/areas/payments/payments.repository.ts';
import { owedFines, paymentsWithReference } from '../../../src/server/areas/payments/taking.repository.ts';
import { owingAndGone, owingPage } from '../../../src/server/areas/reminders/reminders.repository.ts';
import { waivedByGroup } from '../../../src/server/areas/reports/reports.repository.ts';
import { readPeople } from '../../../src/server/shared/people.ts';
import { EVERY_FINE, userFines } from '../../../src/server/shared/queries.ts';
import { usersPage } from '../../../src/server/areas/users/users.repository.ts';
import { ownDatabase } from '../../helpers/database.ts';
import { recordStatements, type Statement } from '../../helpers/sent-statements.ts';

const TABLES = ['fines', 'users', 'payments', 'allocations', 'journal', 'idempotency'];
const PAGE = { limit: 10, offset: 0 };
const OF = { userId: undefined, from: undefined, to: undefined, method: undefined, receivedBy: undefined };
const PAYMENTS = { ...OF, group: '', search: '', receipt: null, numbered: null };
const FIND = { day: null, amount: null, types: [], notes: [] };
const FOUND = { ...EVERY_FINE, userId: undefined, status: 'Pending', behind: null, limit: 10 } as const;
const SUMMARIES = { search: '', status: 'all', period: 'all', fines: 3, page: 1, pageSize: 10 } as const;
const OLDEST = { sort: 'oldest-unpaid', order: 'ascending', page: 1, pageSize: 10 } as const;
const TODAY = '2026-11-18';
const OWING = { search: '', show: 'open', group: '', notRemindedSince: null, today: TODAY } as const;
const STRETCH = {
  from: FIRST_POSITION,
  until: { at: 1_790_000_000_000, sequence: 7 },
  limit: 51,
  end: 'newest',
} as const;
const HISTORY = { userIds: undefined, actor: undefined, fineId: undefined, subjects: SUBJECTS };

const READERS: Record<string, (db: Handle) => Promise<unknown>> = {
  allocations_by_fine: (db) => allocationsOfFine(db, 'A'),
  allocations_by_payment: (db) => allocationsOf(db, 'A'),
  fines_by_amount: (db) => placesFound(db, { ...FIND, amount: 100 }, FOUND),
  fines_by_day: (db) => finesPage(db, PAGE),
  fines_by_status: (db) => finesPage(db, { ...PAGE, status: 'Pending' }),
  fines_by_type: (db) => placesFound(db, { ...FIND, types: ['Late'] }, FOUND),
  fines_by_user: (db) => userFines(db, 'A', PAGE),
  fines_partly_paid: (db) => finesPage(db, { ...PAGE, status: 'PartlyPaid' }),
  fines_pending: (db) => owedFines(db, 'A', 10),
  fines_waived: (db) => finesPage(db, { ...PAGE, status: 'Waived' }),
  fines_with_note: (db) => newestNotes(db, undefined),
  fines_with_waiver: (db) => waivedByGroup(db),
  idempotency_by_age: (db) => deleteExpiredAnswers({ write: db } as Database, 0),
  journal_by_actor: (db) => entriesOf(db, { ...HISTORY, actor: 'nobody@example.org' }, STRETCH),
  journal_by_kind: (db) => entriesOf(db, HISTORY, STRETCH),
  journal_by_member: (db) => entriesOf(db, { ...HISTORY, userIds: ['A'] }, STRETCH),
  journal_by_subject: (db) => entriesOf(db, { ...HISTORY, fineId: 'A' }, STRETCH),
  payments_by_day: (db) => paymentsPage(db, PAYMENTS, PAGE),
  payments_by_method: (db) => paymentsPage(db, { ...PAYMENTS, method: 'Cash' }, PAGE),
  payments_by_receipt: (db) => findReceipt(db, { year: 2026, number: 1 }),
  payments_by_receiver: (db) => paymentsPage(db, { ...PAYMENTS, receivedBy: ['nobody@example.org'] }, PAGE),
  payments_by_reference: (db) => paymentsWithReference(db, { method: 'Bank Transfer', key: 'a', limit: 10 }),
  payments_by_user: (db) => paymentsPage(db, { ...PAYMENTS, userId: 'A' }, PAGE),
  users_by_group: (db) => usersPage(db, { search: null, group: 'G' }, 'list', { page: 1, pageSize: 10 }),
  users_by_name: (db) => usersPage(db, { search: null, group: '' }, 'list', { page: 1, pageSize: 10 }),
  fines_pending_of_nothing: (db) => countOpenFines(db, { fine_count: 1, paid_count: 0 }, 'ANYONE22'),
  users_by_oldest_pending: (db) =>
    summariesPage(db, summaryFilter({ ...SUMMARIES, ...OLDEST }, TODAY, null, true), OLDEST),
  users_deleted: (db) => owingAndGone(db),
  users_owing: (db) => owingPage(db, OWING, PAGE),
  users_with_access: (db) => readPeople(db, 'admin@example.org'),
};

let db: Database;
let remove: () => Promise<void>;
let recorded: Statement[] = [];
const stopRecording = recordStatements((statement) => recorded.push(statement));

beforeAll(async () => {
  ({ db, remove } = await ownDatabase());
});
afterAll(async () => {
  stopRecording();
  await remove();
});

/** The indexes that a function reads. */
async function indexesReadBy(body: (handle: Handle) => Promise<unknown>): Promise<Set<string>> {
  recorded = [];
  await body(db.write);
  const plans = await Promise.all(
    recorded.map(async ({ sql: text, parameters }) => {
      const query = { ...sql`select 1`.compile(db.read), sql: `explain query plan ${text}`, parameters };
      return (await db.read.executeQuery<{ detail: string }>(query)).rows.map(({ detail }) => detail);
    }),
  );
  return new Set(plans.flat().flatMap((step) => /INDEX (\w+)/.exec(step)?.[1] ?? []));
}

test('every index of the tables that fines and payments are written to is read by a query', async () => {
  const indexes = await run(
    db.read,
    sql<{ name: string }>`
      select name from sqlite_schema
      where type = 'index' and sql is not null and tbl_name in (${sql.join(TABLES)}) order by name`,
  );
  expect(indexes.map(({ name }) => name)).toEqual(Object.keys(READERS).toSorted());
  for (const [index, body] of Object.entries(READERS)) {
    expect([...(await indexesReadBy(body))], index).toContain(index);
  }
});

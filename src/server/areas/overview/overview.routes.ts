// The operations for totals and fines by user, and what a member may see of them (ACCESS-7, ACCESS-8).
import type { Selectable, Transaction } from 'kysely';
import { exportSummaries } from '../../../contract/exports.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import * as contract from '../../../contract/overview.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { averagePerUser } from '../../../core/money/totals.ts';
import { isStaff, mayReadAllRecords } from '../../../core/people/permission.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Schema, UsersTable } from '../../db/schema.ts';
import { inSnapshot } from '../../db/snapshot.ts';
import type { Database } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import { AppError } from '../../base/errors.ts';
import { todayAt } from '../../base/clock.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { type Columns, csvFile, inBatches } from '../../shared/files/csv-file.ts';
import { finesById, finesByPlace } from '../../balances/fines-of-users.ts';
import { countOpenFines } from '../../balances/open-fines.ts';
import { overdueOf } from '../../balances/overdue.ts';
import { findUser, offsetOf, userFines } from '../../shared/queries.ts';
import { isRuleOn } from '../../shared/rules.ts';
import { type FineRow, toFine, toSummary, toTotals } from '../../shared/wire.ts';
import * as repository from './overview.repository.ts';
import { readToday } from './today.ts';

export function serveOverview(
  server: Server,
  { db, clock, timeZone }: CommandEnvironment,
  onMissingRule: (ruleId: string) => void,
): void {
  /** The only user whose record the principal may see, null for no restriction. */
  const restriction = async (tx: Transaction<Schema>, principal: Principal): Promise<string | null> => {
    if (mayReadAllRecords(principal.access)) return null;
    if (await isRuleOn(tx, 'members-see-everyone', onMissingRule)) return null;
    if (principal.userId === null) throw new AppError('not-allowed');
    return principal.userId;
  };

  server.cachedQuery(contract.readTotals, async (_call, { tx, books: readBooks, once, today }) => {
    const books = await readBooks();
    const days = repository.lastDays(today, DASHBOARD.recentActivityDays);
    const openFines = await once('open fines', () => countOpenFines(tx, books));
    const people = await once(`people since ${days.since}`, () => repository.countPeople(tx, days));
    return {
      totals: toTotals(books),
      openFines,
      activeUsers: people.active,
      recentlyFinedUsers: people.recently_fined,
      averagePerUser: averagePerUser(books.total, people.users),
    };
  });

  // Not cached, because messages are no records.
  server.query(contract.readToday, (_call, principal) => {
    const now = clock.now();
    const at = { now, timeZone, today: todayAt(now, timeZone) };
    return inSnapshot(db, (snapshot) => readToday({ ...snapshot, ...at }, principal, onMissingRule));
  });

  server.cachedQuery(contract.listSummaries, async ({ input: { query }, principal }, snapshot) => {
    const { tx, today } = snapshot;
    const only = await restriction(tx, principal);
    // Staff, who can read every screen, see everybody alike.
    const ownId = isStaff(principal.access) ? null : principal.userId;
    const filter = repository.summaryFilter(query, today, only, ownId === null);
    const [books, own, howToPay, rows] = await settleAll([
      snapshot.books(),
      ownId === null ? null : findUser(tx, ownId),
      ownId === null ? null : repository.howToPay(tx),
      repository.summariesPage(tx, filter, query),
    ]);
    if (own === undefined) throw new AppError('not-allowed');
    const totalItems = await snapshot.once(`summaries of ${JSON.stringify(filter)}`, () =>
      repository.countSummaries(tx, filter),
    );
    const overdue = await overdueOf(tx, own === null ? rows : [...rows, own], today);
    const fines = Map.groupBy(await explained(tx, await finesOfCards(tx, rows, query)), ({ userId }) => userId);
    const { totalFinesAmount, pendingFinesAmount, collectedAmount, collectionRate } = toTotals(
      own === null ? books : { ...own, used: 0 },
    );
    return {
      items: rows.map((row) => ({ ...toUserSummary(row, overdue), latestFines: fines.get(row.id) ?? [] })),
      page: query.page,
      pageSize: query.pageSize,
      totalItems,
      own:
        own === null
          ? null
          : {
              ...toUserSummary(own, overdue),
              openCount: await countOpenFines(tx, own, own.id),
              latestFines: await ownFines(tx, own.id, query.fines),
            },
      howToPay,
      totals: { totalFinesAmount, pendingFinesAmount, collectedAmount, collectionRate },
    };
  });

  server.download(exportSummaries, ({ input: { query }, today }) =>
    csvFile('members', query.language, SUMMARY_COLUMNS, summaries(db, query, today)),
  );

  server.cachedQuery(contract.listUserFines, async ({ input: { params, query }, principal }, { tx }) => {
    const only = await restriction(tx, principal);
    const { userId } = params;
    // For members other users do not exist, so that ids cannot be probed.
    if (only !== null && only !== userId) throw new AppError('user-not-found');
    const { pageSize: limit, status, order } = query;
    const [row, fines] = await settleAll([
      findUser(tx, userId),
      userFines(tx, userId, { limit, offset: offsetOf(query), status, order }),
    ]);
    if (row === undefined || (row.deleted_at !== null && row.fine_count === 0)) throw new AppError('user-not-found');
    const counts = { all: row.fine_count, Paid: row.paid_count, Pending: row.fine_count - row.paid_count };
    return {
      items: await explained(tx, fines),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: counts[query.status],
      summary: toSummary(row),
    };
  });
}

const toUserSummary = (row: Selectable<UsersTable>, overdue: ReadonlyMap<string, Paisa>) => ({
  userId: row.id,
  userName: displayName(row.user_name),
  inactive: row.deleted_at === null && row.status === 'Inactive',
  summary: toSummary(row),
  unpaidSince: row.oldest_pending_date,
  earliestDue: row.earliest_due,
  overdue: overdue.get(row.id) ?? 0,
});

/** The fines on the cards of users, in order: the unpaid ones if the users are sorted by those. */
async function finesOfCards(
  tx: Transaction<Schema>,
  rows: readonly Selectable<UsersTable>[],
  { sort, fines: limit }: repository.SummaryQuery,
): Promise<FineRow[]> {
  const isOwing = (row: Selectable<UsersTable>): boolean =>
    sort === 'oldest-unpaid' && row.oldest_pending_date !== null;
  const [owing, others] = [rows.filter(isOwing), rows.filter((row) => !isOwing(row))].map((some) =>
    some.map(({ id }) => id),
  );
  return [
    ...(await finesByPlace(tx, owing ?? [], limit, 'oldest-unpaid')),
    ...(await finesByPlace(tx, others ?? [], limit, 'newest')),
  ];
}

/** The first page of a member's own fines. */
async function ownFines(tx: Transaction<Schema>, userId: string, limit: number): Promise<contract.ExplainedFine[]> {
  return limit === 0 ? [] : explained(tx, await userFines(tx, userId, { limit, offset: 0, order: 'pending-first' }));
}

/** Fines with the earlier fine that doubled each. */
async function explained(tx: Transaction<Schema>, rows: readonly FineRow[]): Promise<contract.ExplainedFine[]> {
  const ids = rows.flatMap(({ doubled_by: id }) => id ?? []);
  const earlier = await finesById(tx, ids);
  return rows.map((row) => {
    const fine = toFine(row);
    if (row.doubled_by === null) return { ...fine, doubling: null };
    const found = earlier.get(row.doubled_by);
    return { ...fine, doubling: { earlier: found ? { fineType: found.fine_type, date: found.date } : null } };
  });
}

type Exported = ParsedInput<typeof exportSummaries>['query'];
type ToExport = Selectable<UsersTable>;
type Line = Omit<contract.UserSummary, 'latestFines'>;

/** The users and their order are read once, because the figures they are sorted by change in the meantime. */
async function* summaries(db: Database, query: Exported, today: CalendarDay): AsyncGenerator<Line[]> {
  const filter = repository.summaryFilter(query, today, null, true);
  const ids = await inSnapshot(db, ({ tx }) => repository.summaryIds(tx, filter, query));
  let read = 0;
  yield* inBatches(
    db,
    (tx, _after: ToExport | null, limit) => repository.usersInOrder(tx, ids.slice(read, (read += limit))),
    async (rows, tx) => {
      const overdue = await overdueOf(tx, rows, today);
      return rows.map((row) => toUserSummary(row, overdue));
    },
  );
}

const SUMMARY_COLUMNS: Columns<Line> = {
  member: ({ userName }) => ({ recorded: userName }),
  memberId: ({ userId }) => ({ text: userId }),
  total: ({ summary }) => ({ amount: summary.totalFine }),
  collected: ({ summary }) => ({ amount: summary.paidAmount }),
  pending: ({ summary }) => ({ amount: summary.pendingFine }),
  overdue: ({ overdue }) => ({ amount: overdue }),
  credit: ({ summary }) => ({ amount: summary.credit }),
  fineCount: ({ summary }) => ({ count: summary.fineCount }),
  paidCount: ({ summary }) => ({ count: summary.paidCount }),
  lastFine: ({ summary }) => ({ day: summary.lastActivity }),
  unpaidSince: ({ unpaidSince: day }) => ({ day }),
};

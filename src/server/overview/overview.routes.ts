// The operations that show totals, and fines by user; what a member may see of them (decisions section 5).
import type { Transaction } from 'kysely';
import * as contract from '../../contract/overview.ts';
import { addDays } from '../../core/calendar.ts';
import { rupeesFromPaisa } from '../../core/money.ts';
import { displayName } from '../../core/person-name.ts';
import { DASHBOARD } from '../../core/limits.ts';
import { averagePerUser } from '../../core/totals.ts';
import type { Visitor } from '../auth/visitor.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../serve.ts';
import { kept } from '../shared/kept.ts';
import { findUser, isRuleOn, offsetOf, userFines } from '../shared/queries.ts';
import { toFine, toSummary, toTotals } from '../shared/wire.ts';
import * as repository from './overview.repository.ts';

export function serveOverview(server: Server, onMissingSetting: (settingId: string) => void): void {
  const countAt = kept<number>();
  const peopleAt = kept<repository.People>();

  /** The one user whose record the visitor may see, null for everybody's. */
  const restriction = async (tx: Transaction<Schema>, visitor: Visitor): Promise<string | null> => {
    if (visitor.role === 'administrator') return null;
    if (await isRuleOn(tx, 'members-see-everyone', onMissingSetting)) return null;
    if (visitor.userId === null) throw new AppError('not-allowed');
    return visitor.userId;
  };

  server.readRecords(contract.readTotals, async (_call, { tx, books: reading, today }) => {
    const books = await reading;
    const since = addDays(today, -DASHBOARD.recentActivityDays);
    const people = await peopleAt(books, since, () => repository.countPeople(tx, since));
    return {
      totals: toTotals(books),
      activeUsers: people.active,
      recentlyFinedUsers: people.recently_fined,
      averagePerUser: rupeesFromPaisa(averagePerUser(books.total, people.users)),
    };
  });

  server.readRecords(contract.listSummaries, async ({ input: { query }, visitor }, { tx, books: reading, today }) => {
    const only = await restriction(tx, visitor);
    const filter = repository.summaryFilter(query, today, only);
    const [books, rows] = await Promise.all([reading, repository.summariesPage(tx, filter, query)]);
    const totalItems = await countAt(books, JSON.stringify(filter), () => repository.countSummaries(tx, filter));
    const fines = await repository.newestFines(
      tx,
      rows.map((row) => row.id),
      query.fines,
    );
    const own = only === null ? undefined : await findUser(tx, only);
    const { totalFinesAmount, pendingFinesAmount, collectedAmount, collectionRate } = toTotals(
      only === null ? books : { total: 0, pending: 0, fine_count: 0, paid_count: 0, ...own, used: 0 },
    );
    return {
      items: rows.map((row) => ({
        userId: row.id,
        userName: displayName(row.user_name),
        summary: toSummary(row),
        latestFines: (fines.get(row.id) ?? []).map(toFine),
      })),
      page: query.page,
      pageSize: query.pageSize,
      totalItems,
      totals: { totalFinesAmount, pendingFinesAmount, collectedAmount, collectionRate },
    };
  });

  server.readRecords(contract.listUserFines, async ({ input: { params, query }, visitor }, { tx }) => {
    const only = await restriction(tx, visitor);
    const { userId } = params;
    // To a member everybody else does not exist, so that ids cannot be tried out.
    if (only !== null && only !== userId) throw new AppError('user-not-found');
    const { pageSize: limit, status } = query;
    const [row, fines] = await Promise.all([
      findUser(tx, userId),
      userFines(tx, userId, { limit, offset: offsetOf(query), status }),
    ]);
    if (row === undefined) throw new AppError('user-not-found');
    const counts = { all: row.fine_count, Paid: row.paid_count, Pending: row.fine_count - row.paid_count };
    return {
      items: fines.map(toFine),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: counts[query.status],
      summary: toSummary(row),
    };
  });
}

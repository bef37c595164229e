// The operations for totals and fines by user, and what a member may see of them (ACCESS-7, ACCESS-8).
import type { Transaction } from 'kysely';
import * as contract from '../../contract/overview.ts';
import { rupeesFromPaisa } from '../../core/money.ts';
import { displayName } from '../../core/person-name.ts';
import { DASHBOARD } from '../../core/limits.ts';
import { averagePerUser } from '../../core/totals.ts';
import type { Principal } from '../auth/principal.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../http/serve.ts';
import { findKnownUser, findUser, offsetOf, userFines } from '../shared/queries.ts';
import { isRuleOn } from '../shared/rules.ts';
import { toFine, toSummary, toTotals } from '../shared/wire.ts';
import * as repository from './overview.repository.ts';

export function serveOverview(server: Server, onMissingRule: (ruleId: string) => void): void {
  /** The only user whose record the principal may see, null for no restriction. */
  const restriction = async (tx: Transaction<Schema>, principal: Principal): Promise<string | null> => {
    if (principal.role === 'administrator') return null;
    if (await isRuleOn(tx, 'members-see-everyone', onMissingRule)) return null;
    if (principal.userId === null) throw new AppError('not-allowed');
    return principal.userId;
  };

  server.cachedQuery(contract.readTotals, async (_call, { tx, books: readBooks, once, today }) => {
    const books = await readBooks();
    const days = repository.lastDays(today, DASHBOARD.recentActivityDays);
    const people = await once(`people since ${days.since}`, () => repository.countPeople(tx, days));
    return {
      totals: toTotals(books),
      activeUsers: people.active,
      recentlyFinedUsers: people.recently_fined,
      averagePerUser: rupeesFromPaisa(averagePerUser(books.total, people.users)),
    };
  });

  server.cachedQuery(contract.listSummaries, async ({ input: { query }, principal }, snapshot) => {
    const { tx, today } = snapshot;
    const only = await restriction(tx, principal);
    const filter = repository.summaryFilter(query, today, only);
    const [books, rows] = await Promise.all([snapshot.books(), repository.summariesPage(tx, filter, query)]);
    const totalItems = await snapshot.once(`summaries of ${JSON.stringify(filter)}`, () =>
      repository.countSummaries(tx, filter),
    );
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
        unpaidSince: row.oldest_pending_date,
        latestFines: (fines.get(row.id) ?? []).map(toFine),
      })),
      page: query.page,
      pageSize: query.pageSize,
      totalItems,
      totals: { totalFinesAmount, pendingFinesAmount, collectedAmount, collectionRate },
    };
  });

  server.cachedQuery(contract.listUserFines, async ({ input: { params, query }, principal }, { tx }) => {
    const only = await restriction(tx, principal);
    const { userId } = params;
    // For a member other users do not exist, so that ids cannot be probed.
    if (only !== null && only !== userId) throw new AppError('user-not-found');
    const { pageSize: limit, status } = query;
    const [row, fines] = await Promise.all([
      findKnownUser(tx, userId),
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

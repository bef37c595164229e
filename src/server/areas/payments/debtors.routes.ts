// Members who owe something, and collecting from many of them at once: one payment for each, all or none (PAY-50 to
// PAY-54).
import * as contract from '../../../contract/money/debtors.ts';
import { addDays } from '../../../core/calendar.ts';
import { MAX_COLLECTED_AT_ONCE, MAX_FINES_COLLECTED_AT_ONCE } from '../../../core/limits.ts';
import { isAmount } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { take } from '../../balances/take-payment.ts';
import { AppError } from '../../base/errors.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import type { Command } from '../../ledger/command.ts';
import { membersNamed } from '../../shared/finding/members.ts';
import { inParts } from '../../shared/in-parts.ts';
import { toTotals } from '../../shared/wire.ts';
import * as repository from './debtors.repository.ts';
import { receiptOf } from './payments.service.ts';

/** How many of the members with the same name are shown: two are enough to show that the name is ambiguous. */
const NAMESAKES_SHOWN = 2;

export function serveDebtors(server: Server, db: Database): void {
  server.cachedQuery(contract.listDebtors, async ({ input: { query } }, { tx, today }) => {
    const { search, unpaidFor, group } = query;
    const filter = { search, group, unpaidSince: unpaidFor === 0 ? null : addDays(today, -unpaidFor) };
    const [rows, sums] = await settleAll([
      repository.debtors(tx, filter, MAX_COLLECTED_AT_ONCE),
      repository.debtSums(tx, filter),
    ]);
    return {
      items: rows.map(toDebtor),
      totalItems: sums.count,
      pendingFine: sums.pending,
    };
  });
  server.query(contract.findDebtors, async ({ input: { body } }) => {
    const parts = await inParts(body.names, (names) => membersNamed(db.read, names));
    const members = new Map(parts.flatMap((found) => [...found]));
    return {
      items: body.names.map((name) => ({
        name,
        found: (members.get(name) ?? []).slice(0, NAMESAKES_SHOWN).map(toDebtor),
      })),
    };
  });
  server.command(contract.collectFromMany, collectFromMany, ({ body }) => {
    const ids = body.debtors.map(({ userId }) => userId);
    return { read: (tx) => readDebts(tx, ids), userIds: () => ids };
  });
}

/** Members processed at a time, since each may have many fines. */
const MEMBERS_AT_ONCE = 10;

const toDebtor = (row: repository.DebtorRow): contract.Debtor => ({
  userId: row.id,
  userName: displayName(row.user_name),
  userRole: row.user_role,
  pendingFine: row.pending,
  unpaidSince: row.oldest_pending_date,
});

/** The debts of the members in a collection. */
type Debts = Awaited<ReturnType<typeof readDebts>>;

async function readDebts(db: Handle, userIds: readonly string[]) {
  const [users, fines] = await settleAll([
    repository.usersOfIds(db, userIds),
    // One more than allowed, which shows that there are too many.
    repository.openFinesOf(db, userIds, MAX_FINES_COLLECTED_AT_ONCE + 1),
  ]);
  return { users: new Map(users.map((user) => [user.id, user])), fines };
}

/**
 * Takes a payment from each member: everything they owe, or the limit. Throws user-not-found (with the ids) for members
 * who are unknown or deleted, debts-changed (with those members as they are now) if somebody does not owe what was
 * shown, received-in-future, too-many-fines, payment-too-large.
 */
const collectFromMany: Command<typeof contract.collectFromMany, Debts> = async (
  context,
  { body },
  { users, fines },
) => {
  const { limit, method, reference, receivedOn, note } = body;
  if (receivedOn > context.today) throw new AppError('received-in-future');
  const members = body.debtors.flatMap(({ userId, pendingFine }) => {
    const user = users.get(userId);
    return user === undefined || user.deleted_at !== null ? [] : { user, shown: pendingFine };
  });
  if (members.length < body.debtors.length) {
    const present = new Set(members.map(({ user }) => user.id));
    const userIds = body.debtors.flatMap(({ userId }) => (present.has(userId) ? [] : userId));
    throw new AppError('user-not-found', { details: { userIds } });
  }
  const changed = members.filter(({ user, shown }) => user.pending !== shown);
  if (changed.length > 0) {
    throw new AppError('debts-changed', { details: { debtors: changed.map(({ user }) => toDebtor(user)) } });
  }
  if (fines.length > MAX_FINES_COLLECTED_AT_ONCE) throw new AppError('too-many-fines');
  const most = limit ?? Infinity;
  const owing = members.filter(({ user }) => user.pending > 0);
  if (!owing.every(({ user }) => isAmount(Math.min(user.pending, most)))) throw new AppError('payment-too-large');

  const finesOf = Map.groupBy(fines, ({ user_id }) => user_id);
  const takeFrom = ({ user }: (typeof owing)[number]) => {
    const money = { credit: 0, payment: Math.min(user.pending, most) };
    const own = finesOf.get(user.id) ?? [];
    const { payment, pending } = take(context, { user, fines: own, money, method, reference, receivedOn, note });
    const receipt = payment && receiptOf(payment);
    if (payment === null || receipt === null) throw new Error(`No payment was taken from the user ${user.id}.`);
    return {
      userId: user.id,
      userName: displayName(user.user_name),
      receipt,
      amount: payment.amount,
      left: pending,
    };
  };
  const taken = await inParts(
    owing,
    async (part) => {
      const payments = part.map(takeFrom);
      await context.sent();
      return payments;
    },
    MEMBERS_AT_ONCE,
  );
  return {
    payments: taken.flat(),
    leftOut: members
      .filter(({ user }) => user.pending === 0)
      .map(({ user }) => ({ userId: user.id, userName: displayName(user.user_name) })),
    batch: context.batch,
    totals: toTotals(context.books()),
  };
};

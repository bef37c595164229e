// A member's statement (STATE-1 to STATE-4).
import { sql } from 'kysely';
import type { Statement } from '../../../contract/money/statements.ts';
import { type CalendarDay, dayOf } from '../../../core/calendar.ts';
import { MAX_STATEMENT_LINES } from '../../../core/limits.ts';
import { addPaisa, type Paisa } from '../../../core/money/money.ts';
import { NOT_RECORDED } from '../../../core/money/payment.ts';
import { later, type StatementKind, statementOf } from '../../../core/money/statement.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { overdueOf } from '../../balances/overdue.ts';
import { AppError } from '../../base/errors.ts';
import { isOneOf, run } from '../../db/run.ts';
import type { FinesTable, PaymentsTable, RefundsTable, ReversalsTable, WaiversTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { idsOfUser } from '../../shared/joined-users.ts';
import { findUser } from '../../shared/queries.ts';
import { receiptOf } from '../payments/payments.service.ts';
import { voucherOf } from '../refunds/refunds.service.ts';

interface StatementQuery {
  userId: string;
  from: CalendarDay | undefined;
  to: CalendarDay | undefined;
  today: CalendarDay;
  timeZone: string;
  /** maximum number of lines: the last ones of the period */
  limit?: number;
}

/** Throws user-not-found, period-backwards. Deleted users have statements too, since the records of money stay. */
export async function readStatement(db: Handle, asked: StatementQuery): Promise<Statement> {
  const { userId, from, to, today, timeZone, limit = MAX_STATEMENT_LINES } = asked;
  const userIds = await idsOfUser(db, userId);
  const [user, entries] = await settleAll([findUser(db, userId), entriesOfUser(db, userIds)]);
  if (user === undefined) throw new AppError('user-not-found');
  const statement = statementOf(linesOf(entries, timeZone), { from, to, today, limit });
  if (statement === null) throw new AppError('period-backwards');
  // The balance has credit deducted, which is spent on the oldest fines first: only the rest of them is still overdue.
  const ofFines = (await overdueOf(db, [user], today)).get(userId) ?? 0;
  const overdue = Math.max(0, addPaisa(ofFines, -user.credit));
  return {
    ...statement,
    overdue: statement.to < today ? null : overdue,
    userId,
    userName: displayName(user.user_name),
    opening: statement.opening,
    lines: statement.lines.map((line) => ({
      ...line,
      amount: line.amount,
      balance: line.balance,
    })),
    closing: statement.closing,
    toCome:
      statement.toCome === 0
        ? null
        : {
            amount: statement.toCome,
            owed: addPaisa(statement.closing, statement.toCome),
          },
  };
}

// Derives the lines of a statement from the journal: each entry changes what is owed by its pending_change -
// credit_change. Paying a fine needs only the payment's own line, because the fine's entry lowers pending and credit
// alike. Changes of a fine that is dated in the future are listed on the fine's day.

interface Line {
  day: CalendarDay;
  kind: StatementKind;
  fineType: string;
  number: string | null;
  method: PaymentsTable['method'] | null;
  reason: string;
  /** of a fine that was given or corrected, otherwise null */
  dueOn: CalendarDay | null;
  amount: Paisa;
}

/** Entries from before payments say only whether the fine was paid. */
type FineRecord = Pick<FinesTable, 'fine_type' | 'amount' | 'date' | 'status' | 'paid_on'> &
  Partial<Pick<FinesTable, 'due_on' | 'paid_amount' | 'waived_amount'>>;

type MoneyLine = Pick<Line, 'fineType' | 'number' | 'method' | 'dueOn'>;

/** `entries`: all entries of the user, oldest first. */
function linesOf(entries: readonly StatementEntry[], timeZone: string): Line[] {
  const lines: Line[] = [];
  /** payments and refunds by id, for their reversals */
  const money = new Map<string, MoneyLine>();
  /** the day on which each fine is listed */
  const chargedOn = new Map<string, CalendarDay>();
  /** the amount (paisa) that the last entry freed of a fine, and its line */
  let freed: { line: Line; left: Paisa } | null = null;
  const flush = (): void => {
    if (freed !== null && freed.left > 0) lines.push(freed.line);
    freed = null;
  };
  for (const entry of entries) {
    const amount = entry.pending_change - entry.credit_change;
    const today = dayOf(entry.at, timeZone);
    if (entry.subject === 'fine') {
      flush();
      const [before, after] = [fineIn(entry.before), fineIn(entry.after)];
      const fine = after ?? before;
      if (fine === null) continue;
      const charged = later(today, chargedOn.get(entry.subject_id) ?? fine.date);
      const day = later(today, fine.date);
      if (before === null) lines.push(...added(fine, amount, timeZone));
      else if (entry.action === 'fines.correct' && after !== null && day !== charged) {
        // It is removed from its future day before all else on that day, so that the balance never includes the fine
        // twice (MONEY-10).
        lines.unshift(ofFine('correction', charged, before, 0 - chargedFor(before)));
        lines.push(ofFine('correction', day, after, chargedFor(after)));
      } else lines.push(...changed(entry, { before, after, today, charged, amount }));
      if (before === null || entry.action === 'fines.correct') chargedOn.set(entry.subject_id, fine.date);
      // A payment that came with a fine has the fine's id.
      money.set(entry.subject_id, { fineType: fine.fine_type, number: null, method: NOT_RECORDED, dueOn: null });
      const isUnmarked = entry.action === 'fines.setStatus' && before !== null && fine.status === 'Pending';
      if (isUnmarked && amount === 0) freed = { line: ofFine('release', today, fine, 0), left: paidOf(before) };
      continue;
    }
    if (entry.subject === 'payment') {
      const payment = JSON.parse(entry.after ?? '') as PaymentsTable;
      const line = { fineType: '', number: receiptOf(payment), method: payment.method, dueOn: null };
      money.set(payment.id, line);
      lines.push({ ...line, day: payment.received_on, kind: 'payment', reason: '', amount });
    }
    if (entry.subject === 'refund') {
      const refund = JSON.parse(entry.after ?? '') as RefundsTable;
      const line = { fineType: '', number: voucherOf(refund), method: refund.method, dueOn: null };
      money.set(refund.id, line);
      lines.push({ ...line, day: refund.given_on, kind: 'refund', reason: '', amount });
    }
    if (entry.subject === 'waiver') explain(lines, JSON.parse(entry.after ?? '') as WaiversTable);
    if (entry.subject === 'reversal') {
      const reversal = JSON.parse(entry.after ?? '') as ReversalsTable;
      if (reversal.waiver_id !== null) explain(lines, reversal);
      else {
        if (freed !== null) freed = { line: freed.line, left: freed.left - reversal.amount };
        const reversed = money.get(reversal.payment_id ?? reversal.refund_id ?? '');
        const kind = reversal.refund_id === null ? 'payment-reversal' : 'refund-reversal';
        const line = reversed ?? { fineType: '', number: null, method: null, dueOn: null };
        lines.push({ ...line, day: reversal.day, kind, reason: reversal.reason, amount });
        continue;
      }
    }
    flush();
  }
  flush();
  return lines;
}

/** A fine on its own day, and the payment that it came with. */
function added(fine: FineRecord, amount: Paisa, timeZone: string): Line[] {
  const charged = chargedFor(fine);
  const lines = [ofFine('fine', fine.date, fine, charged)];
  if (amount === charged) return lines;
  const day = fine.paid_on === null ? fine.date : dayOf(fine.paid_on, timeZone);
  return [...lines, { ...ofFine('payment', day, fine, amount - charged), method: NOT_RECORDED }];
}

interface Changing {
  before: FineRecord;
  /** null: deleted */
  after: FineRecord | null;
  today: CalendarDay;
  /** today, or the day of the fine if that is in the future */
  charged: CalendarDay;
  amount: Paisa;
}

function changed({ action }: StatementEntry, { before, after, today, charged, amount }: Changing): Line[] {
  if (after === null) return [ofFine('deletion', charged, before, amount)];
  if (action === 'fines.correct') return [ofFine('correction', charged, after, amount)];
  if (after.amount !== before.amount) return [ofFine('reduction', charged, after, amount)];
  const waived = (after.waived_amount ?? 0) - (before.waived_amount ?? 0);
  if (waived !== 0) return [ofFine(waived > 0 ? 'waiver' : 'waiver-reversal', charged, after, amount)];
  // The fine was marked paid or unpaid before payments were recorded.
  if (amount === 0) return [];
  const kind = amount < 0 ? 'payment' : 'payment-reversal';
  return [{ ...ofFine(kind, today, after, amount), method: NOT_RECORDED }];
}

/** A waiver, or its reversal, is recorded right after its effect on the fine. */
function explain(lines: readonly Line[], { reason }: { reason: string }): void {
  const line = lines.at(-1);
  if (line !== undefined && (line.kind === 'waiver' || line.kind === 'waiver-reversal')) line.reason = reason;
}

const fineIn = (json: string | null): FineRecord | null => (json === null ? null : (JSON.parse(json) as FineRecord));

const chargedFor = ({ amount, waived_amount: waived = 0 }: FineRecord): Paisa => amount - waived;

const paidOf = ({ paid_amount: paid, status, amount }: FineRecord): Paisa => paid ?? (status === 'Paid' ? amount : 0);

const ofFine = (kind: StatementKind, day: CalendarDay, fine: FineRecord, amount: Paisa): Line => ({
  day,
  kind,
  fineType: fine.fine_type,
  number: null,
  method: null,
  reason: '',
  dueOn: kind === 'fine' || kind === 'correction' ? (fine.due_on ?? null) : null,
  amount,
});

/** All entries about the fines and money of a user and of those joined with them, oldest first. */
export const entriesOfUser = (db: Handle, userIds: readonly string[]) =>
  run(
    db,
    db
      .selectFrom('journal')
      .select(['at', 'action', 'subject', 'subject_id', 'before', 'after', 'pending_change', 'credit_change'])
      .where(isOneOf(db, 'user_id', userIds))
      // Written as an expression, which matches no index: in a file with statistics SQLite would otherwise read all
      // entries of these kinds.
      .where(sql`coalesce(subject, '')`, 'in', ['fine', 'payment', 'waiver', 'refund', 'reversal'])
      .orderBy('sequence'),
  );
type StatementEntry = Awaited<ReturnType<typeof entriesOfUser>>[number];

// Entering fines: their rows, journal entries, summaries, counts and fine types always go together.
import type { Selectable } from 'kysely';
import { type CalendarDay, instantOn } from '../../../core/calendar.ts';
import {
  type BalanceChange,
  changeOfFine,
  changeOfMoney,
  type FineStatus,
  sumChanges,
} from '../../../core/fines/fine.ts';
import type { FineText } from '../../../core/fines/fine-texts.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { WAIVED_BEFORE } from '../../../core/text/own-words.ts';
import { NOT_RECORDED } from '../../../core/money/payment.ts';
import { searchKey } from '../../../core/text/search.ts';
import type { FinesTable } from '../../db/schema.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { newFineRow, textColumns } from '../../shared/fine-row.ts';
import { newRecordId } from '../../shared/ids.ts';
import { inParts } from '../../shared/in-parts.ts';
import { changeFine, type FineAllocation, figuresOf, type FineValues } from '../../balances/change-fine.ts';
import * as changes from '../../balances/fine-changes.repository.ts';
import type { UsedType } from '../../balances/fine-changes.repository.ts';
import { countFine } from '../../balances/daily-figures/fine-days.ts';
import { countReceived } from '../../balances/daily-figures/payment-days.ts';
import { recordWaiver } from '../../balances/record-waiver.ts';
import { type SummaryRow } from '../../balances/fine-reads.repository.ts';
import { insertPayments } from '../../balances/allocations.repository.ts';

export interface FineToEnter extends Readonly<Record<FineText, string>> {
  id: string;
  userId: string;
  fineType: string;
  date: CalendarDay;
  /** as charged */
  amount: Paisa;
  /** before doubling; offered for the next fine of this type */
  typicalAmount: Paisa;
  /** the id of the fine that doubled it, null if it was not doubled */
  doubledBy: string | null;
  dueOn: CalendarDay | null;
  /** as in its row */
  pictures?: string | null;
  /** for a fine charged elsewhere: what happened to it there */
  settled?: Settled;
}

export interface Settled {
  status: FineStatus;
  paid: Paisa;
  /** null if unknown: then the day of the fine, or today if that is in the future */
  paidOn: CalendarDay | null;
  waived: Paisa;
  mistake: boolean;
}

/** Enters fines in this order; `users` must contain all their users. Throws totals-too-large. */
export async function enterFines(
  context: CommandContext,
  toEnter: readonly FineToEnter[],
  users: ReadonlyMap<string, SummaryRow>,
): Promise<Selectable<FinesTable>[]> {
  const types = new Map<string, UsedType>();
  const settled = new Map<string, BalanceChange[]>();
  const parts = await inParts(toEnter, (part) => {
    const entered = part.map((fine) => record(context, fine));
    context.send([changes.insertFines(context.tx, entered)]);
    for (const fine of entered) countFine(context, null, fine);
    for (const [place, { fineType, typicalAmount, settled: there }] of part.entries()) {
      const key = searchKey(fineType);
      const uses = (types.get(key)?.uses ?? 0) + 1;
      const fine = entered[place];
      types.set(key, { key, fineType, amount: typicalAmount, sequence: fine?.sequence ?? 0, uses });
      if (fine !== undefined && there !== undefined) settled.set(fine.id, settle(context, fine, there));
    }
    return entered;
  });
  const fines = parts.flat();
  context.send(changeUsers(context, fines, users, settled));
  for (const type of types.values()) context.defer(changes.usedTypes, type);
  return fines;
}

function record(context: CommandContext, entered: FineToEnter): Selectable<FinesTable> {
  const fine = newFineRow({
    id: entered.id,
    user_id: entered.userId,
    fine_type: entered.fineType,
    ...textColumns(entered),
    amount: entered.amount,
    date: entered.date,
    created_at: context.now,
    updated_at: context.now,
    doubled_by: entered.doubledBy,
    due_on: entered.dueOn,
    pictures: entered.pictures ?? null,
  });
  const sequence = context.record({
    subject: 'fine',
    subjectId: fine.id,
    userId: fine.user_id,
    before: null,
    after: fine,
    balance: changeOfFine(null, figuresOf(fine)),
  });
  return { ...fine, sequence };
}

/**
 * Records what was paid and waived of a fine charged elsewhere. The payment has no receipt, because the books in which
 * it was taken have that. Returns the resulting changes.
 */
function settle(
  context: CommandContext,
  entered: Selectable<FinesTable>,
  { status, paid, paidOn, waived, mistake }: Settled,
): BalanceChange[] {
  const { now, today, timeZone } = context;
  const day = paidOn ?? (entered.date > today ? today : entered.date);
  const at = { paidOn: day === today ? now : instantOn(day, now, timeZone) };
  const balances: BalanceChange[] = [];
  let fine = { ...entered, user_name: '' };
  const change = (values: FineValues, allocations: FineAllocation[] = []): void => {
    const { after, balance } = changeFine(context, fine, values, { allocations, ...at });
    fine = after;
    balances.push(balance);
  };
  if (paid > 0) {
    const payment = recordPaid(context, entered, { amount: paid, day });
    balances.push(changeOfMoney(paid));
    change({}, [{ payment_id: payment, amount: paid }]);
  }
  if (waived > 0) {
    change({ waived_amount: waived, mistake: mistake ? 1 : 0 });
    recordWaiver(context, fine, { amount: waived, mistake, reason: WAIVED_BEFORE });
  }
  if (status === 'Paid' && fine.amount === 0) change({ status });
  return balances;
}

/** Records a payment of which only the amount and the day are known. Returns its id. */
function recordPaid(
  context: CommandContext,
  { user_id }: Selectable<FinesTable>,
  { amount, day }: { amount: Paisa; day: CalendarDay },
): string {
  const payment = {
    id: newRecordId(),
    user_id,
    amount,
    method: NOT_RECORDED,
    reference: '',
    reference_key: '',
    received_on: day,
    received_by: null,
    received_by_id: null,
    note: '',
    receipt_year: null,
    receipt_number: null,
    owed_after: null,
    created_at: context.now,
  } as const;
  const { id: subjectId, user_id: userId } = payment;
  const balance = changeOfMoney(amount);
  const sequence = context.record({ subject: 'payment', subjectId, userId, before: null, after: payment, balance });
  context.send([insertPayments(context.tx, [{ ...payment, sequence }])]);
  countReceived(context, payment, amount);
  return payment.id;
}

/** Changes the summaries of the fined users, with one statement for all whose figures change in the same way. */
function changeUsers(
  { tx, now }: CommandContext,
  fines: readonly Selectable<FinesTable>[],
  users: ReadonlyMap<string, SummaryRow>,
  settled: ReadonlyMap<string, readonly BalanceChange[]>,
): Promise<void>[] {
  const byUser = Map.groupBy(fines, (fine) => fine.user_id);
  const changesOfUsers = Array.from(byUser, ([userId, own]) => ({
    user: users.get(userId),
    change: sumChanges(own.flatMap((fine) => [changeOfFine(null, figuresOf(fine)), ...(settled.get(fine.id) ?? [])])),
    newest: own.reduce((newest, { date }) => (date > newest ? date : newest), ''),
  }));
  const alike = Map.groupBy(changesOfUsers, ({ change, newest }) => nameOf(change, newest));
  return Array.from(alike.values(), async (group) => {
    const [first] = group;
    if (first === undefined) return;
    const rows = group.flatMap(({ user }) => user ?? []);
    await changes.changeSummaries(tx, rows, first.change, { newest: { atLeast: first.newest }, now });
  });
}

const nameOf = (change: BalanceChange, newest: CalendarDay): string => JSON.stringify([change, newest]);

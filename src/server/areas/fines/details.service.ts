// One fine with its history (FINE-19).
import type { Selectable, Transaction } from 'kysely';
import type { FineChange, FineDetails, PaidPart } from '../../../contract/fines/fine-details.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { FINE_HISTORY_SIZE } from '../../../core/limits.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { FinesTable, JournalTable, Schema } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { toFineState } from '../../shared/fine-row.ts';
import { type FineRow, toFine, toInstant } from '../../shared/wire.ts';
import * as repository from './fines.repository.ts';
import { receiptOf } from '../payments/payments.service.ts';
import { reversalsOf } from '../../balances/reversals.ts';
import { surchargesAbout } from '../../balances/surcharges.ts';
import { waiversOfFine } from '../waivers/waivers.repository.ts';
import { surchargesNext } from '../reminders/surcharges.service.ts';
import { toWaiver } from '../waivers/waivers.service.ts';
import { findFines, readFine } from '../../balances/fine-reads.repository.ts';
import { allocationsOfFine, type AllocationRow } from '../../balances/allocations.repository.ts';

/** Throws fine-not-found. */
export async function readDetails(tx: Transaction<Schema>, fineId: string, today: CalendarDay): Promise<FineDetails> {
  const { fine } = await readFine(tx, fineId);
  const earlierId = fine.doubled_by;
  const [first, entries, earlier, paid, waivers, surcharge] = await settleAll([
    repository.journalEntry(tx, fine.sequence),
    repository.fineEntries(tx, fineId, FINE_HISTORY_SIZE + 1),
    earlierId === null ? null : findFines(tx, [earlierId]),
    allocationsOfFine(tx, fineId),
    waiversOfFine(tx, fineId),
    readSurcharge(tx, fine, today),
  ]);
  const reversals = await reversalsOf(
    tx,
    'waiver',
    waivers.map(({ id }) => id),
  );
  const doubler = earlier?.get(earlierId ?? '')?.fine;
  return {
    fine: toFine(fine),
    recordedBy: first === undefined ? null : actorOf(first),
    recordedById: first === undefined || actorOf(first) === null ? null : first.actor_id,
    doubling:
      earlierId === null
        ? null
        : {
            earlier: doubler ? { fineType: doubler.fine_type, date: doubler.date, amount: doubler.amount } : null,
          },
    surcharge,
    paid: [...Map.groupBy(paid, ({ payment_id: id }) => id).values()].map(toPaidPart),
    waived: waivers.map((row) => toWaiver(row, reversals.get(row.id) ?? [])),
    history: entries.slice(0, FINE_HISTORY_SIZE).map(toChange),
    historyCut: entries.length > FINE_HISTORY_SIZE,
  };
}

async function readSurcharge(tx: Handle, fine: FineRow, today: CalendarDay): Promise<FineDetails['surcharge']> {
  const { are, bear } = await surchargesAbout(tx, [fine.id]);
  const ids = [...are.map(({ fine_id: id }) => id), ...bear.map(({ id }) => id)];
  const [found, next] = await settleAll([
    ids.length === 0 ? null : findFines(tx, ids),
    fine.status === 'Paid' ? null : surchargesNext(tx, [fine.user_id], today),
  ]);
  const fineOf = (id: string) => {
    const row = found?.get(id)?.fine;
    return row === undefined ? null : toFine(row);
  };
  const [own] = are;
  const { after, amount } = next?.get(fine.id) ?? {};
  return {
    of: own === undefined ? null : { late: fineOf(own.fine_id) },
    added: bear.flatMap(({ id }) => fineOf(id) ?? []),
    next: after === undefined || amount === undefined ? null : { after, amount },
  };
}

/** `rows`: the allocations of one payment, or of credit; at least one. */
function toPaidPart(rows: readonly AllocationRow[]): PaidPart {
  const [first] = rows;
  const sum = (amounts: readonly Paisa[]): number => amounts.reduce((all, amount) => all + amount, 0);
  return {
    payment:
      first?.method === undefined || first.method === null
        ? null
        : {
            receipt: receiptOf(first),
            amount: first.received ?? 0,
            method: first.method,
            receivedOn: first.received_on ?? '',
            receivedBy: first.received_by,
            receivedById: first.received_by_id,
          },
    amount: sum(rows.flatMap(({ amount }) => (amount > 0 ? amount : []))),
    left: sum(rows.map(({ amount }) => amount)),
  };
}

/** An import has no actor. */
const actorOf = ({ action, actor }: Pick<JournalTable, 'action' | 'actor'>): string | null =>
  action === 'import' ? null : actor;

type State = Selectable<FinesTable>;

function toChange(entry: repository.FineEntry): FineChange {
  const before = entry.before === null ? null : (JSON.parse(entry.before) as State);
  const after = JSON.parse(entry.after) as State;
  return {
    kind: kindOf(entry.action, before, after),
    at: toInstant(entry.at),
    by: actorOf(entry),
    before: before && toFineState(before),
    after: toFineState(after),
  };
}

function kindOf(action: string, before: State | null, after: State): FineChange['kind'] {
  if (before === null) return action === 'import' ? 'imported' : 'added';
  if (action === 'fines.correct') return 'corrected';
  if (before.amount !== after.amount) return 'reduced';
  if (after.waived_amount !== before.waived_amount)
    return after.waived_amount > before.waived_amount ? 'waived' : 'unwaived';
  return after.status === 'Paid' || after.paid_amount > before.paid_amount ? 'paid' : 'unpaid';
}

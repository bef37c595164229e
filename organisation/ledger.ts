// Journal and totals of the made-up organisation, maintained like the real ones in src/server/ledger/command.ts.
import type { Selectable } from 'kysely';
import { type BalanceChange, EMPTY_BALANCE } from '../src/core/fines/fine.ts';
import { type Actor, ADMINISTRATOR_ID } from '../src/core/people/actor.ts';
import type { Action } from '../src/core/journal.ts';
import type { BooksTable, JournalTable } from '../src/server/db/schema.ts';

export type MadeUpChange = Pick<JournalTable, 'subject' | 'subject_id' | 'user_id'> & {
  before: object | null;
  after: object | null;
  balance?: BalanceChange;
  used?: number;
};

export interface MadeUpLedger {
  /** who enters everything */
  readonly actor: Actor;
  /** amounts in paisa */
  readonly books: Selectable<BooksTable>;
  /** Begins the next transaction, at an instant (ms) not before the last one's. */
  begin(action: Action, at: number): void;
  /** Adds an entry to the transaction; returns its sequence. */
  record(change: MadeUpChange): number;
  /** The next receipt number of a year, which is not before the previous receipt's. */
  nextReceipt(year: number): number;
  /** Returns the entries since the last call. */
  takeEntries(): JournalTable[];
}

export function madeUpLedger(email: string): MadeUpLedger {
  // Benchmarks and tests pass the administrator's e-mail.
  const actor: Actor = { id: ADMINISTRATOR_ID, name: email };
  const books = {
    id: 1,
    last_sequence: 0,
    total: 0,
    pending: 0,
    used: 0,
    credit: 0,
    fine_count: 0,
    paid_count: 0,
    receipt_year: 0,
    last_receipt: 0,
    voucher_year: 0,
    last_voucher: 0,
    turnover: 0,
    journal_hash: '',
    updated_at: 0,
  };
  let entries: JournalTable[] = [];
  let transaction: Pick<JournalTable, 'action' | 'at' | 'batch'> = { action: 'import', at: 0, batch: 1 };
  const json = (record: object | null) => (record === null ? null : JSON.stringify(record));
  return {
    actor,
    books,
    begin(action, at) {
      transaction = { action, at, batch: books.last_sequence + 1 };
    },
    record(change) {
      const { balance = EMPTY_BALANCE, used = 0 } = change;
      const sequence = (books.last_sequence += 1);
      books.total += balance.total;
      books.pending += balance.pending;
      books.credit += balance.credit;
      books.fine_count += balance.fineCount;
      books.paid_count += balance.paidCount;
      books.used += used;
      books.updated_at = transaction.at;
      entries.push({
        sequence,
        ...transaction,
        actor: actor.name,
        subject: change.subject,
        subject_id: change.subject_id,
        user_id: change.user_id,
        before: json(change.before),
        after: json(change.after),
        total_change: balance.total,
        pending_change: balance.pending,
        credit_change: balance.credit,
        used_change: used,
        // Filled in when the history is complete.
        day: '',
        attached: null,
        actor_id: actor.id,
        hash: '',
      });
      return sequence;
    },
    nextReceipt(year) {
      books.last_receipt = year === books.receipt_year ? books.last_receipt + 1 : 1;
      books.receipt_year = year;
      return books.last_receipt;
    },
    takeEntries() {
      const taken = entries;
      entries = [];
      return taken;
    },
  };
}

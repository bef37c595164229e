// The fines of the made-up organisation: for one or several people, doubled for a repeat in the same week, mostly paid
// some weeks later.
import type { Selectable } from 'kysely';
import { type BalanceChange, changeOfFine, changeOfMoney, sumChanges } from '../src/core/fines/fine.ts';
import type { Paisa } from '../src/core/money/money.ts';
import { PAYMENT_METHODS } from '../src/core/money/payment.ts';
import { searchKey } from '../src/core/text/search.ts';
import type { AllocationsTable, FineTypesTable, FinesTable, PaymentsTable } from '../src/server/db/schema.ts';
import { figuresOf } from '../src/server/balances/change-fine.ts';
import { newFineRow } from '../src/server/shared/fine-row.ts';
import type { HistoryCalendar } from './calendar.ts';
import type { MadeUpLedger } from './ledger.ts';
import { ID_ALPHABET, type Person } from './people.ts';
import { type Random, streamOf } from './random.ts';
import type { Reached } from './reaching.ts';
import { FINE_TYPES, PLACES, REMARKS } from './words.ts';

type Fine = Selectable<FinesTable>;

/** Something entered at an instant (ms) of the history. */
export type Action = (at: number) => void;

export interface MadeUpFines extends Reached {
  readonly fineTypes: ReadonlyMap<string, FineTypesTable>;
  /** Fines these people in one submission. */
  fine(day: number, people: ReadonlySet<Person>): Action;
  /** The payments of this day; call it once per day. */
  paymentsOf(day: number): Action[];
  /** received in cash so far, in paisa; none of it is handed over */
  cash(): Paisa;
  /** Returns the fines that will not change any more, each once: never paid, or already paid. */
  takeFinal(): Fine[];
  /** Returns the payments since the last call, with what they paid. */
  takePayments(): { payments: PaymentsTable[]; allocations: AllocationsTable[] };
}

const MEAN_DAYS_TO_PAY = 25;
const DATED_THE_DAY_BEFORE = 0.08;
const WITH_REMARK = 0.15;
const WITH_PLACE = 0.2;
const PAISA_A_RUPEE = 100;

export function madeUpFines(
  seed: number,
  random: Random,
  calendar: HistoryCalendar,
  ledger: MadeUpLedger,
): MadeUpFines {
  const { dates } = calendar;
  const fineTypes = new Map<string, FineTypesTable>();
  const payments = new Map<number, { fine: Fine; person: Person }[]>();
  /** the last two weeks in which each person was fined, the later one first */
  const weeksFined = new Map<Person, [number, number]>();
  const lastUnpaid = new Map<Person, Fine>();
  const lastPayment = new Map<Person, string>();
  let cash = 0;
  let final: Fine[] = [];
  let taken: ReturnType<MadeUpFines['takePayments']> = { payments: [], allocations: [] };

  /** Whether the rule doubles a fine in this week. Fines are dated today or yesterday, so two weeks are enough. */
  const repeats = (person: Person, week: number): boolean => {
    const [later, earlier] = weeksFined.get(person) ?? [-1, -1];
    if (week === later || week === earlier) return true;
    weeksFined.set(person, week > later ? [week, later] : [later, week]);
    return false;
  };

  const add = (fine: Omit<Fine, 'sequence'>, day: number, person: Person): void => {
    const balance = changeOfFine(null, figuresOf(fine));
    const sequence = ledger.record({ ...ofFine(fine), before: null, after: fine, balance });
    changeFigures(person, balance, fine.created_at);
    if (fine.date > (person.row.newest_fine_date ?? '')) person.row.newest_fine_date = fine.date;
    const added = { ...fine, sequence };
    const own = streamOf(seed, 'pays', person.row.id, person.row.fine_count);
    const paidAfter = 1 + Math.floor(-Math.log(1 - own.fraction()) * MEAN_DAYS_TO_PAY);
    if (!own.chance(person.pays) || day + paidAfter >= dates.length) {
      // Never paid.
      if (fine.amount > 0 && fine.date < (person.row.oldest_pending_date ?? '~')) {
        person.row.oldest_pending_date = fine.date;
      }
      final.push(added);
      lastUnpaid.set(person, added);
      return;
    }
    const due = payments.get(day + paidAfter) ?? [];
    due.push({ fine: added, person });
    payments.set(day + paidAfter, due);
  };

  /** Records the payment of a whole fine; returns its id. */
  const receive = (fine: Fine, day: number, owedAfter: Paisa, at: number): string => {
    const received_on = dates[day] ?? '';
    const receipt_year = Number(received_on.slice(0, 4));
    const payment = {
      id: random.text(ID_ALPHABET, 12),
      user_id: fine.user_id,
      amount: fine.amount,
      method: random.pick(PAYMENT_METHODS),
      reference: '',
      reference_key: '',
      received_on,
      received_by: ledger.actor.name,
      received_by_id: ledger.actor.id,
      note: '',
      receipt_year,
      receipt_number: ledger.nextReceipt(receipt_year),
      owed_after: owedAfter,
      created_at: at,
    };
    const sequence = ledger.record({
      subject: 'payment',
      subject_id: payment.id,
      user_id: fine.user_id,
      before: null,
      after: payment,
      balance: changeOfMoney(fine.amount),
    });
    taken.payments.push({ ...payment, sequence });
    if (payment.method === 'Cash') cash += payment.amount;
    return payment.id;
  };

  const pay = (unpaid: Fine, person: Person, day: number, at: number): void => {
    const before = { ...unpaid, user_name: person.row.user_name };
    const values = { status: 'Paid' as const, paid_on: at, updated_at: at, paid_amount: unpaid.amount };
    const balance = changeOfFine(figuresOf(before), figuresOf({ ...before, ...values }));
    ledger.begin('fines.setStatus', at);
    const received = unpaid.amount === 0 ? null : receive(unpaid, day, person.row.pending - unpaid.amount, at);
    const sequence = ledger.record({ ...ofFine(unpaid), before, after: { ...before, ...values }, balance });
    if (received !== null) {
      lastPayment.set(person, received);
      const { fine_type, date: fine_date, amount, id: fine_id } = unpaid;
      taken.allocations.push({ sequence, place: 0, fine_id, payment_id: received, amount, fine_type, fine_date });
    }
    changeFigures(person, sumChanges([balance, changeOfMoney(unpaid.amount)]), at);
    final.push({ ...unpaid, ...values });
  };

  return {
    fineTypes,
    cash: () => cash,
    unpaidOf: (person) => lastUnpaid.get(person),
    paymentOf: (person) => lastPayment.get(person),
    fine: (day, people) => (at) => {
      const [kind, usual] = random.pick(FINE_TYPES);
      const fineType = random.chance(WITH_PLACE) ? `${kind}, ${random.pick(PLACES)}` : kind;
      const amount: Paisa = usual * PAISA_A_RUPEE * random.pick([1, 1, 1, 1, 1, 2, 3]);
      const dated = day > 0 && random.chance(DATED_THE_DAY_BEFORE) ? day - 1 : day;
      const description = random.chance(WITH_REMARK) ? random.pick(REMARKS) : '';
      ledger.begin('fines.add', at);
      for (const person of people) {
        const fine = newFineRow({
          id: random.text(ID_ALPHABET, 12),
          user_id: person.row.id,
          fine_type: fineType,
          description,
          amount: repeats(person, calendar.weekOf(dated)) ? 2 * amount : amount,
          date: dates[dated] ?? '',
          created_at: at,
          updated_at: at,
        });
        add(fine, day, person);
      }
      const type_key = searchKey(fineType);
      const last_sequence = ledger.books.last_sequence;
      const use_count = (fineTypes.get(type_key)?.use_count ?? 0) + 1;
      const type = { type_key, fine_type: fineType, last_amount: amount, last_sequence };
      fineTypes.set(type_key, { ...type, use_count, listed_as: null });
    },
    paymentsOf(day) {
      const due = payments.get(day) ?? [];
      payments.delete(day);
      return due.map(
        ({ fine, person }) =>
          (at) =>
            pay(fine, person, day, at),
      );
    },
    takeFinal() {
      const done = final;
      final = [];
      return done;
    },
    takePayments() {
      const made = taken;
      taken = { payments: [], allocations: [] };
      return made;
    },
  };
}

const ofFine = (fine: { id: string; user_id: string }) =>
  ({ subject: 'fine', subject_id: fine.id, user_id: fine.user_id }) as const;

function changeFigures({ row }: Person, change: BalanceChange, at: number): void {
  row.total += change.total;
  row.pending += change.pending;
  row.credit += change.credit;
  row.fine_count += change.fineCount;
  row.paid_count += change.paidCount;
  row.summary_updated_at = at;
}

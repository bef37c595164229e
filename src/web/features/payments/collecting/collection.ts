// The form that collects a payment: what it shows, what each fine gets, what is wrong with it, and what is sent (PAY-20
// to PAY-22). The money goes where the server will put it, because both use `allocate`.
import type { Owed, takePayment } from '../../../../contract/money/payments.ts';
import type { CallInput, Output } from '../../../../contract/operation.ts';
import { type CalendarDay, parseDay } from '../../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { addPaisa, parseAmount, type Paisa } from '../../../../core/money/money.ts';
import { allocate, type PaymentMethod } from '../../../../core/money/payment.ts';

export type Taken = Output<typeof takePayment>;
export type PaymentBody = CallInput<typeof takePayment>['body'];

/** As typed and ticked. */
export interface CollectValues {
  /** ids of fines that are not to be paid */
  unticked: string[];
  /** null: what the ticked fines still need */
  amount: string | null;
  useCredit: boolean;
  method: PaymentMethod;
  reference: string;
  /** null: today */
  receivedOn: string | null;
  note: string;
}

export const EMPTY_COLLECTION: CollectValues = {
  unticked: [],
  amount: null,
  useCredit: true,
  method: 'Cash',
  reference: '',
  receivedOn: null,
  note: '',
};

export type OwedFine = Owed['fines'][number];

/** What happens to the money, in paisa. */
export interface Reckoning {
  /** credit that is used */
  credit: Paisa;
  /** what the ticked fines need in addition to the credit */
  due: Paisa;
  /** money received; null if the typed text is no amount */
  payment: Paisa | null;
  /** what each fine gets, by id */
  paid: ReadonlyMap<string, Paisa>;
  /** what remains unpaid of the ticked fines */
  stays: Paisa;
  /** the part of the payment that no fine takes */
  toCredit: Paisa;
}

const tickedOf = ({ fines }: Owed, { unticked }: CollectValues): OwedFine[] =>
  fines.filter(({ id }) => !unticked.includes(id));

export function reckon(owed: Owed, values: CollectValues): Reckoning {
  const ticked = tickedOf(owed, values);
  const needed = addPaisa(...ticked.map(({ outstanding }) => outstanding));
  const credit = values.useCredit ? Math.min(owed.credit, needed) : 0;
  const due = needed - credit;
  const payment = values.amount === null ? due : parseAmount(values.amount);
  // The list comes oldest first, the order in which the server pays.
  const open = ticked.map(({ id, date, outstanding }, sequence) => ({
    id,
    date,
    sequence,
    outstanding: outstanding,
  }));
  const paid = new Map(
    allocate({ credit, payment: payment ?? 0 }, open).map(({ fineId, fromCredit, fromPayment }) => [
      fineId,
      fromCredit + fromPayment,
    ]),
  );
  const sum = addPaisa(...paid.values());
  return { credit, due, payment, paid, stays: needed - sum, toCredit: Math.max(0, credit + (payment ?? 0) - sum) };
}

/** The fines to untick so that only those are ticked that what is typed reaches, the oldest first. */
export function notReached(owed: Owed, values: CollectValues): string[] {
  const { paid } = reckon(owed, { ...values, unticked: [] });
  return owed.fines.flatMap(({ id }) => (paid.has(id) ? [] : [id]));
}

/** Whether only credit pays: nothing is received, so there is nothing to say about how. */
export const isByCreditAlone = ({ credit, payment }: Reckoning): boolean => payment === 0 && credit > 0;

export type CollectProblem =
  | { field: 'amount'; problem: 'invalid' | 'zero' }
  | { field: 'receivedOn'; problem: 'invalid' | 'future' }
  | { field: 'reference' | 'note'; problem: 'too-long' };

/** What is sent, or the first problem. */
export function readCollection(
  owed: Owed,
  values: CollectValues,
  today: CalendarDay,
): { body: PaymentBody } | CollectProblem {
  const { credit, payment } = reckon(owed, values);
  if (payment === null) return { field: 'amount', problem: 'invalid' };
  if (payment === 0 && credit === 0) return { field: 'amount', problem: 'zero' };
  // Of what is not received, nothing is recorded.
  const about = payment === 0 ? EMPTY_COLLECTION : values;
  const receivedOn = about.receivedOn === null ? today : parseDay(about.receivedOn, today);
  const [reference, note] = [about.reference.trim(), about.note.trim()];
  if (receivedOn === null) return { field: 'receivedOn', problem: 'invalid' };
  if (receivedOn > today) return { field: 'receivedOn', problem: 'future' };
  if (reference.length > MAX_LENGTH.reference) return { field: 'reference', problem: 'too-long' };
  if (note.length > MAX_LENGTH.note) return { field: 'note', problem: 'too-long' };
  return {
    body: {
      userId: owed.userId,
      fines: tickedOf(owed, values).map(({ id, outstanding }) => ({ fineId: id, outstanding })),
      credit: credit,
      amount: payment,
      method: about.method,
      reference,
      receivedOn,
      note,
    },
  };
}

/** Equal for two answers with the same debts. */
export const figuresOf = ({ credit, fines }: Owed): string =>
  JSON.stringify([credit, fines.map(({ id, outstanding }) => [id, outstanding])]);

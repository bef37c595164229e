/**
 * Which fines a payment pays, and which allocations are freed again (PAY-2, PAY-4); the names of receipts, vouchers and
 * references (PAY-5, PAY-11, REFUND-2).
 */
import type { CalendarDay } from '../calendar.ts';
import { foldDigits, stripInvisible } from '../text/letters.ts';
import { addPaisa, type Paisa } from './money.ts';

/** How money is received and given back. */
export const PAYMENT_METHODS = [
  'Cash',
  'Bank Transfer',
  'Raast',
  'Easypaisa',
  'JazzCash',
  'Cheque',
  'Salary Deduction',
  'Other',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/**
 * The methods on offer. The database lists those withheld (JSON; null: none), so that a method added by a later version
 * is offered.
 */
export function methodsExcept(withheld: string | null): PaymentMethod[] {
  const left = new Set(JSON.parse(withheld ?? '[]') as PaymentMethod[]);
  return PAYMENT_METHODS.filter((method) => !left.has(method));
}

/** The method of fines paid before payments were recorded. */
export const NOT_RECORDED = 'Not recorded' as const;

/** An unpaid fine. */
export interface OwedFine {
  id: string;
  date: CalendarDay;
  /** grows with creation */
  sequence: number;
  /** paisa, more than 0 */
  outstanding: Paisa;
}

/** What one fine receives, in paisa. */
export interface Allocation {
  fineId: string;
  fromCredit: Paisa;
  fromPayment: Paisa;
}

/** Oldest first: by date, then by creation. */
function oldestFirst(a: Pick<OwedFine, 'date' | 'sequence'>, b: Pick<OwedFine, 'date' | 'sequence'>): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.sequence - b.sequence;
}

/**
 * What each fine receives, oldest first, credit before the payment; fines that receive nothing are left out. All
 * figures are paisa and at least 0. Whatever no fine takes remains, or becomes, credit.
 */
export function allocate(money: { credit: Paisa; payment: Paisa }, fines: readonly OwedFine[]): Allocation[] {
  let { credit, payment } = money;
  const allocations: Allocation[] = [];
  for (const { id, outstanding } of fines.toSorted(oldestFirst)) {
    const fromCredit = Math.min(credit, outstanding);
    const fromPayment = Math.min(payment, outstanding - fromCredit);
    credit -= fromCredit;
    payment -= fromPayment;
    if (fromCredit + fromPayment > 0) allocations.push({ fineId: id, fromCredit, fromPayment });
  }
  return allocations;
}

/** What a fine holds of one payment, or of credit if `paymentId` is null. */
export interface Held {
  paymentId: string | null;
  /** paisa, more than 0 */
  amount: Paisa;
  /** of the newest allocation; grows with time */
  sequence: number;
}

/** Which parts are freed so that a fine holds `amount` paisa less, starting with the newest allocation. */
export function freeNewestFirst(held: readonly Held[], amount: Paisa): Held[] {
  let left = amount;
  const freed: Held[] = [];
  for (const part of held.toSorted(newestFirst)) {
    const free = Math.min(left, part.amount);
    if (free === 0) continue;
    freed.push({ ...part, amount: free });
    left -= free;
  }
  if (left > 0)
    throw new RangeError(`A fine holds ${addPaisa(amount, 0 - left)} paisa, of which ${amount} should be freed`);
  return freed;
}

/** Within one allocation the payment counts as newer, because credit is spent first. */
function newestFirst(a: Held, b: Held): number {
  if (a.sequence !== b.sequence) return b.sequence - a.sequence;
  return a.paymentId === null ? 1 : -1;
}

/** Receipts are numbered by year, and so are vouchers, separately. */
export interface YearNumber {
  year: number;
  number: number;
}

const LETTERS = { receipt: 'R', voucher: 'V' } as const;
export type Numbered = keyof typeof LETTERS;

/** `R-2026-000123` for a receipt, `V-2026-000007` for a voucher. */
export function numberName(kind: Numbered, { year, number }: YearNumber): string {
  return `${LETTERS[kind]}-${year}-${String(number).padStart(6, '0')}`;
}

/** The number in such a name; null if it is not one. */
export function numberOf(kind: Numbered, name: string): YearNumber | null {
  const parts = /^[A-Z]-(\d{4})-(\d{6,9})$/.exec(stripInvisible(name).trim().toUpperCase());
  if (parts === null) return null;
  const number = { year: Number(parts[1]), number: Number(parts[2]) };
  return numberName(kind, number) === parts[0] ? number : null;
}

/** The part of a receipt's or voucher's name that somebody typed to find it; null: not typed. */
export interface TypedNumber {
  kind: Numbered | null;
  year: number | null;
  number: number;
}

/** The end of `R-2026-000123` is enough: `2026-123`, `R 123`, `۱۲۳`. Null if the term is no number of this kind. */
export function typedNumber(term: string): TypedNumber | null {
  const typed = foldDigits(stripInvisible(term)).trim().toUpperCase();
  const [, letter, year, digits] = /^(?:([RV])[-\s]?)?(?:(\d{4})[-\s])?(\d{1,9})$/.exec(typed) ?? [];
  if (digits === undefined || Number(digits) === 0) return null;
  const kind = letter === undefined ? null : letter === LETTERS.receipt ? 'receipt' : 'voucher';
  return { kind, year: year === undefined ? null : Number(year), number: Number(digits) };
}

/** What a search term may mean in a list of receipts or of vouchers. */
export interface SearchedNumber {
  /** letter and year as on the paper, with or without the zeros: nothing else is meant */
  exact: YearNumber | null;
  /** only its end, such as `123`: it may be part of something else as well */
  partial: { year: number | null; number: number } | null;
}

export function searchedNumber(kind: Numbered, term: string): SearchedNumber {
  const typed = typedNumber(term);
  if (typed === null || (typed.kind !== null && typed.kind !== kind)) return { exact: null, partial: null };
  const { year, number } = typed;
  return typed.kind === kind && year !== null
    ? { exact: { year, number }, partial: null }
    : { exact: null, partial: { year, number } };
}

// Collecting from many: who pays what, what is wrong with the form, and what is sent (PAY-55 to PAY-58).
import type { collectFromMany, Debtor } from '../../../../contract/money/debtors.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import { type CalendarDay, parseDay } from '../../../../core/calendar.ts';
import { collapseSpace, isBlank } from '../../../../core/text/letters.ts';
import { MAX_COLLECTED_AT_ONCE, MAX_LENGTH, UNPAID_FOR_DAYS } from '../../../../core/limits.ts';
import { addPaisa, parseAmount, type Paisa } from '../../../../core/money/money.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { PATHS } from '../../../routing/paths.ts';
import { at, flag, GROUP, part, SEARCH, stateFormat } from '../../../ui/lists/paging/list-state.ts';

/** As ticked and typed. */
export interface ManyValues {
  /** the ticked members, each as shown */
  debtors: Debtor[];
  /** empty: all that is owed */
  limit: string;
  /** null: the usual method */
  method: PaymentMethod | null;
  reference: string;
  /** null: today */
  receivedOn: string | null;
  note: string;
}

export const NOBODY: ManyValues = {
  debtors: [],
  limit: '',
  method: null,
  reference: '',
  receivedOn: null,
  note: '',
};

/** Which members are shown: those found, or those ticked. */
export const DEBTORS_FORMAT = stateFormat({
  path: at(PATHS.collectFromMany),
  filters: {
    search: SEARCH,
    unpaidFor: {
      ...part<number>(0, (written) => UNPAID_FOR_DAYS.find((days) => String(days) === written)),
      asked: (days: number) => (days === 0 ? undefined : days),
      isSet: (days: number) => days > 0,
    },
    group: GROUP,
  },
  others: { ticked: flag('ticked') },
});

export type ManyBody = CallInput<typeof collectFromMany>['body'];

/** The most that is taken from each: Infinity if nothing is typed, null if the text is no amount above 0. */
export function limitOf(typed: string): Paisa | null {
  if (typed.trim() === '') return Infinity;
  const amount = parseAmount(typed);
  return amount === 0 ? null : amount;
}

/** What this member pays. */
export const paymentOf = ({ pendingFine }: Debtor, limit: Paisa): number => Math.min(pendingFine, limit);

/** What all of them pay, and what remains. */
export function sumsOf(debtors: readonly Debtor[], limit: Paisa): { pays: number; stays: number } {
  const owed = addPaisa(...debtors.map(({ pendingFine }) => pendingFine));
  const pays = addPaisa(...debtors.map(({ pendingFine }) => Math.min(pendingFine, limit)));
  return { pays, stays: owed - pays };
}

/** The ticked members after some were added or removed; only the first MAX_COLLECTED_AT_ONCE are kept. */
export function tick(debtors: readonly Debtor[], changed: readonly Debtor[], on: boolean): Debtor[] {
  const ids = new Set(changed.map(({ userId }) => userId));
  const others = debtors.filter(({ userId }) => !ids.has(userId));
  return on ? [...others, ...changed].slice(0, MAX_COLLECTED_AT_ONCE) : others;
}

/** The ticked members with what they owe now, without those who owe nothing; the same object if nothing changed. */
export function withFigures(debtors: readonly Debtor[], current: readonly Debtor[]): readonly Debtor[] {
  const now = new Map(current.map((debtor) => [debtor.userId, debtor]));
  const isSame = debtors.every(
    ({ userId, pendingFine }) => (now.get(userId)?.pendingFine ?? pendingFine) === pendingFine,
  );
  if (isSame) return debtors;
  return debtors.map((debtor) => now.get(debtor.userId) ?? debtor).filter(({ pendingFine }) => pendingFine > 0);
}

/** A ticked member who does not owe what was shown; those with `nothing` left and the deleted are no longer ticked. */
export interface Changed {
  userId: string;
  userName: string;
  now: 'other' | 'nothing' | 'deleted';
}

/** What changed between the ticked members as shown, and as they are now. */
export function changesOf(
  shown: readonly Debtor[],
  now: readonly Debtor[],
  missing: 'nothing' | 'deleted' = 'nothing',
): Changed[] {
  const owed = new Map(now.map(({ userId, pendingFine }) => [userId, pendingFine]));
  return shown
    .filter(({ userId, pendingFine }) => owed.get(userId) !== pendingFine)
    .map(({ userId, userName }) => ({ userId, userName, now: owed.has(userId) ? 'other' : missing }));
}

export type ManyProblem =
  | { field: 'debtors'; problem: 'nobody' }
  | { field: 'limit'; problem: 'invalid' }
  | { field: 'receivedOn'; problem: 'invalid' | 'future' }
  | { field: 'reference' | 'note'; problem: 'too-long' };

/** The method chosen at first. `offered`: the methods to choose from. */
export const usualMethod = (offered: readonly PaymentMethod[]): PaymentMethod =>
  offered.includes('Salary Deduction') ? 'Salary Deduction' : 'Cash';

/** What is sent, or the first problem. */
export function readMany(
  values: ManyValues,
  method: PaymentMethod,
  today: CalendarDay,
): { body: ManyBody } | ManyProblem {
  const limit = limitOf(values.limit);
  const receivedOn = values.receivedOn === null ? today : parseDay(values.receivedOn, today);
  const [reference, note] = [values.reference.trim(), values.note.trim()];
  if (limit === null) return { field: 'limit', problem: 'invalid' };
  if (receivedOn === null) return { field: 'receivedOn', problem: 'invalid' };
  if (receivedOn > today) return { field: 'receivedOn', problem: 'future' };
  if (reference.length > MAX_LENGTH.reference) return { field: 'reference', problem: 'too-long' };
  if (note.length > MAX_LENGTH.note) return { field: 'note', problem: 'too-long' };
  if (values.debtors.length === 0) return { field: 'debtors', problem: 'nobody' };
  return {
    body: {
      debtors: values.debtors.map(({ userId, pendingFine }) => ({ userId, pendingFine })),
      limit: limit === Infinity ? null : limit,
      method,
      reference,
      receivedOn,
      note,
    },
  };
}

/** A line's number in a list, as in "3. Ali Raza" or "3) Ali Raza". */
const LINE_NUMBER = /^\p{Nd}{1,3}[.)]\s+/u;

/** The lines of a pasted list without duplicates. */
export function namesIn(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.split('\t').map(collapseSpace));
  return [...new Set(lines.flatMap((cells) => nameIn(cells) ?? []))];
}

/** Of several columns the first with letters, because people number their lines; of numbers the longest, a telephone's. */
function nameIn(line: readonly string[]): string | undefined {
  const cells = line.filter((cell) => !isBlank(cell));
  const [longest] = cells.toSorted((a, b) => b.length - a.length);
  return (cells.find((cell) => /\p{L}/u.test(cell)) ?? longest)?.replace(LINE_NUMBER, '');
}

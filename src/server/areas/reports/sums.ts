// Sums for reports: of rows, and of money that was received and taken or given back.
import { addPaisa, type Paisa } from '../../../core/money/money.ts';
import type { PaymentDaysTable } from '../../db/schema.ts';

/** The sums of these figures over all rows. */
export function sumOf<F extends string>(figures: readonly F[], rows: readonly Record<F, number>[]): Record<F, number> {
  const sums = figures.map((figure) => [figure, addPaisa(...rows.map((row) => row[figure]))]);
  return Object.fromEntries(sums) as Record<F, number>;
}

export const MOVED = ['received', 'reversed_that_day', 'given_back'] as const;
export type Moved = Pick<PaymentDaysTable, (typeof MOVED)[number]>;

export const collectedOf = ({ received, reversed_that_day: reversed, given_back: givenBack }: Moved): Paisa =>
  addPaisa(received, 0 - reversed, 0 - givenBack);

/** The figures in the form of the contract. */
export const movedOf = (moved: Moved) => ({
  received: moved.received,
  reversed: moved.reversed_that_day,
  givenBack: moved.given_back,
  collected: collectedOf(moved),
});

export const mostReceivedFirst =
  <N extends string>(name: N) =>
  (a: { received: Paisa } & Record<N, string>, b: { received: Paisa } & Record<N, string>): number =>
    b.received - a.received || (a[name] < b[name] ? -1 : 1);

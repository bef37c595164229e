// Money that came in and went out again, as reports show it.
import { addPaisa, type Paisa, rupeesFromPaisa } from '../../core/money/money.ts';
import type { PaymentDaysTable } from '../db/schema.ts';

export type Moved = Pick<PaymentDaysTable, 'received' | 'reversed_that_day' | 'given_back'>;

export const movedOf = ({ received, reversed_that_day: reversed, given_back: givenBack }: Moved) => ({
  received: rupeesFromPaisa(received),
  reversed: rupeesFromPaisa(reversed),
  givenBack: rupeesFromPaisa(givenBack),
  collected: rupeesFromPaisa(addPaisa(received, 0 - reversed, 0 - givenBack)),
});

export const mostReceivedFirst =
  <N extends string>(name: N) =>
  (a: { received: Paisa } & Record<N, string>, b: { received: Paisa } & Record<N, string>): number =>
    b.received - a.received || (a[name] < b[name] ? -1 : 1);

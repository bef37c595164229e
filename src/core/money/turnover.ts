/**
 * The turnover: everything ever charged, received, given back, waived, paid out and handed over, and the amounts of
 * events (MONEY-10). It only grows and is kept exactly. Every sum in an answer consists of a part of it, each amount at
 * most once with either sign. So no sum can exceed what can be kept exactly, and only the turnover needs a limit.
 */
import type { Subject } from '../journal.ts';
import type { Paisa } from './money.ts';

/** The figure that counts of each kind of record; null: none. */
const FIGURES = {
  fine: 'amount',
  payment: 'amount',
  waiver: 'amount',
  refund: 'amount',
  /** at most what it takes back, so that everything can still be taken back at the limit */
  reversal: null,
  'pay-out': 'amount',
  'hand-over': 'counted',
  reminder: null,
  promise: null,
  skip: null,
  event: 'amount',
  user: null,
  setting: null,
  'fine-type': null,
  group: null,
  organisation: null,
  'api-key': null,
  /** the amount asked for; the payment that it becomes is counted separately */
  request: null,
} as const satisfies Record<Subject, string | null>;

/** What a change of a record adds; a decrease subtracts nothing. */
export function addedToTurnover({
  subject,
  before,
  after,
}: {
  subject: Subject;
  before: object | null;
  after: object | null;
}): Paisa {
  const figure = FIGURES[subject];
  return figure === null ? 0 : Math.max(0, figureIn(after, figure) - figureIn(before, figure));
}

function figureIn(record: object | null, figure: string): Paisa {
  const value = record === null ? 0 : (record as Record<string, unknown>)[figure];
  return typeof value === 'number' ? value : 0;
}

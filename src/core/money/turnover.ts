/**
 * The turnover: all that was ever charged, received, given back, waived, paid out and handed over, and the amounts of events
 * (MONEY-10). It only grows, and is kept exactly; every sum that an answer adds up is made of a part of it, each amount at most
 * once with either sign. So no sum can pass what is kept exactly, and only the turnover needs to be watched.
 */
import type { Subject } from '../journal.ts';
import type { Paisa } from './money.ts';

/** What of each kind of record counts; null: nothing. */
const FIGURES = {
  fine: 'amount',
  payment: 'amount',
  waiver: 'amount',
  refund: 'amount',
  /** is at most what it takes back: at the limit everything can still be taken back */
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
  organisation: null,
  'api-key': null,
  /** what it asks for; the payment that it becomes counts by itself */
  request: null,
} as const satisfies Record<Subject, string | null>;

/** What a change of a record adds; a figure that falls takes nothing away. */
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

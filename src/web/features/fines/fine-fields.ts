// The form of a fine: its fields, how it shows a fine, and the first thing that is wrong with it.
import type { Fine, FineForm } from '../../../contract/fines/fines.ts';
import { type CalendarDay, parseDay } from '../../../core/calendar.ts';
import { isTooFarAhead } from '../../../core/fines/fine.ts';
import { FINE_TEXTS, ofEachText } from '../../../core/fines/fine-texts.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { typeText } from '../../messages/fine-types.ts';
import {
  type FieldTable,
  type Problem,
  type TextField,
  type Typed,
  problemsOf,
  shownIn,
} from '../../ui/forms/record-fields.ts';

export const FINE_FIELDS: FieldTable<FineForm> = {
  fineType: {
    kind: 'text',
    label: 'fines.add.fineType',
    length: MAX_LENGTH.fineType,
    required: 'fines.add.typeMissing',
  },
  amount: { kind: 'amount', label: 'fines.add.amount', required: 'fines.add.amountMissing' },
  date: {
    kind: 'day',
    label: 'fines.add.date',
    required: 'common.day.invalid',
    check: (day, today) => (isTooFarAhead(day, today) ? 'fines.add.dateTooFar' : null),
  },
  ...ofEachText((name): TextField => ({
    kind: 'long-text',
    label: `common.fine.text.${name}`,
    length: FINE_TEXTS[name].length,
  })),
};

const FINE_FIELD_NAMES = Object.keys(FINE_FIELDS) as readonly (keyof FineForm)[];

export type TypedFine = Typed<FineForm>;

/** A fine as the form shows it. */
export const typedFine = (fine: Fine): TypedFine =>
  shownIn(FINE_FIELDS, { ...fine, fineType: typeText(fine.fineType) });

export interface FineProblem<F extends string = keyof FineForm> {
  field: F;
  problem: Problem;
}

/** In the order of the form. `keeps`: the day that the fine has, which is never wrong. */
export function firstProblem(typed: TypedFine, today: CalendarDay, keeps?: CalendarDay): FineProblem | null {
  const problems = problemsOf(FINE_FIELDS, typed, today);
  for (const field of FINE_FIELD_NAMES) {
    const problem = problems[field];
    const isKept = field === 'date' && parseDay(typed.date, today) === keeps;
    if (problem !== undefined && !isKept) return { field, problem };
  }
  return null;
}

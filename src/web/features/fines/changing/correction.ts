// The form that corrects a fine: what it shows, what is wrong with it, and what is sent.
import type { correctFine } from '../../../../contract/fines/fine-details.ts';
import type { Fine, FineForm } from '../../../../contract/fines/fines.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { isWaived } from '../../../../core/fines/fine.ts';
import { ofEachText } from '../../../../core/fines/fine-texts.ts';
import { normalizedText } from '../../../../core/text/letters.ts';
import { recordedType, typeText } from '../../../messages/fine-types.ts';
import { sentOf } from '../../../ui/forms/record-fields.ts';
import { FINE_FIELDS, type FineProblem, firstProblem, type TypedFine } from '../fine-fields.ts';

export type CorrectBody = CallInput<typeof correctFine>['body'];
export type Corrected = Omit<CorrectBody, 'shown'>;

const correctedOf = ({ fineType, amount, date, ...fine }: Corrected | Fine): FineForm => ({
  fineType: normalizedText(recordedType(fineType)),
  ...ofEachText((name) => normalizedText(fine[name] ?? '')),
  amount,
  date,
});

/** What the server compares. */
export const shownOf = (fine: Fine): CorrectBody['shown'] => ({
  ...correctedOf(fine),
  waivedAmount: fine.waivedAmount,
});

export const isSame = (a: Corrected | Fine, b: Corrected | Fine): boolean =>
  JSON.stringify(correctedOf(a)) === JSON.stringify(correctedOf(b));

/** Why its amount cannot be corrected, as the texts call it; null if it can. */
export function amountFixedBy(fine: Fine): 'waivedAmount' | 'paidAmount' | 'partlyPaidAmount' | null {
  if (isWaived(fine)) return 'waivedAmount';
  if (fine.status === 'Paid') return 'paidAmount';
  return fine.paidAmount > 0 ? 'partlyPaidAmount' : null;
}

/** Whether the fine moves to a day in the future, which the person is asked about, as about a new fine (DATE-7). */
export const movesAhead = (to: Corrected, fine: Pick<Fine, 'date'>, today: CalendarDay): boolean =>
  to.date > today && to.date !== fine.date;

/**
 * What the fine becomes, or what is wrong. `fine`: as it is now; its date stays valid, and its type as shown is that
 * type.
 */
export function readCorrection(
  values: TypedFine,
  fine: Pick<Fine, 'date' | 'fineType'>,
  today: CalendarDay,
): FineForm | FineProblem {
  const problem = firstProblem(values, today, fine.date);
  if (problem !== null) return problem;
  // Without a problem every value can be read.
  const form = sentOf(FINE_FIELDS, values, today) as FineForm;
  const isSameType = form.fineType === normalizedText(typeText(fine.fineType));
  return isSameType ? { ...form, fineType: normalizedText(recordedType(fine.fineType)) } : form;
}

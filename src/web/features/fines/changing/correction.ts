// The form that corrects a fine: what it shows, what is wrong with it, and what is sent.
import type { correctFine } from '../../../../contract/fines/fine-details.ts';
import type { Fine } from '../../../../contract/fines/fines.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { parseDay } from '../../../../core/calendar.ts';
import { isTooFarAhead, isWaived } from '../../../../core/fines/fine.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { parseAmount, rupeesFromPaisa } from '../../../../core/money/money.ts';
import { recordedType, typeText } from '../../../messages/fine-types.ts';
import { keptText } from '../../../../core/text/letters.ts';
import { dayText } from '../../../messages/formats.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import type { DraftProblem } from '../adding/draft.ts';

export type CorrectBody = CallInput<typeof correctFine>['body'];
export type Corrected = Omit<CorrectBody, 'shown'>;

/** As typed. */
export interface CorrectionValues {
  fineType: string;
  amount: string;
  date: string;
  description: string;
}

const correctedOf = ({ fineType, description, amount, date }: Corrected | Fine): Corrected => ({
  fineType: keptText(recordedType(fineType)),
  description: keptText(description),
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

export const valuesOf = ({ fineType, amount, date, description }: Fine): CorrectionValues => ({
  fineType: typeText(fineType),
  amount: typedAmount(amount),
  date: dayText(date),
  description,
});

/** Why its amount cannot be corrected, as the texts call it; null if it can. */
export function amountFixedBy(fine: Fine): 'waivedAmount' | 'paidAmount' | 'partlyPaidAmount' | null {
  if (isWaived(fine)) return 'waivedAmount';
  if (fine.status === 'Paid') return 'paidAmount';
  return fine.paidAmount > 0 ? 'partlyPaidAmount' : null;
}

/** The first problem and its field. */
export interface CorrectionProblem {
  field: keyof CorrectionValues;
  problem: Exclude<DraftProblem, 'no-users' | 'too-many-users'>;
}

/** Whether the fine moves to a day in the future, which the person is asked about, as about a new fine (DATE-7). */
export const movesAhead = (to: Corrected, fine: Pick<Fine, 'date'>, today: CalendarDay): boolean =>
  to.date > today && to.date !== fine.date;

/**
 * What the fine becomes, or what is wrong. `fine`: as it is now; its date stays valid, and its type as shown is that
 * type.
 */
export function readCorrection(
  values: CorrectionValues,
  fine: Pick<Fine, 'date' | 'fineType'>,
  today: CalendarDay,
): Corrected | CorrectionProblem {
  const typed = keptText(values.fineType);
  const fineType = typed === keptText(typeText(fine.fineType)) ? keptText(recordedType(fine.fineType)) : typed;
  const description = keptText(values.description);
  const paisa = parseAmount(values.amount);
  const date = parseDay(values.date, today);
  if (fineType === '') return { field: 'fineType', problem: 'type-missing' };
  if (fineType.length > MAX_LENGTH.fineType) return { field: 'fineType', problem: 'type-too-long' };
  if (values.amount.trim() === '') return { field: 'amount', problem: 'amount-missing' };
  if (paisa === null) return { field: 'amount', problem: 'amount-invalid' };
  if (date === null) return { field: 'date', problem: 'date-invalid' };
  if (isTooFarAhead(date, today) && date !== fine.date) return { field: 'date', problem: 'date-too-far' };
  if (description.length > MAX_LENGTH.description) return { field: 'description', problem: 'note-too-long' };
  return { fineType, description, amount: rupeesFromPaisa(paisa), date };
}

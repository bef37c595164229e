// A half-filled "Add New Fine" form: what it contains, what of it is sent, and what is still missing.
import type { addFines } from '../../../../contract/fines/fines.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { parseDay } from '../../../../core/calendar.ts';
import { isTooFarAhead } from '../../../../core/fines/fine.ts';
import { MAX_LENGTH, MAX_USERS_PER_SUBMISSION } from '../../../../core/limits.ts';
import { parseAmount, rupeesFromPaisa } from '../../../../core/money/money.ts';
import { keptText } from '../../../../core/text/letters.ts';
import { dayText } from '../../../messages/formats.ts';

/** A user of the checklist; part of the draft, so that the name shows before any list is loaded. */
export interface PickedUser {
  id: string;
  userName: string;
  userEmail: string | null;
  status: 'Active' | 'Inactive';
}

export type AddBody = CallInput<typeof addFines>['body'];

export interface FineDraft {
  fineType: string;
  /** as typed */
  amount: string;
  /** The person typed the amount; it does not come from a fine type chosen from the list. */
  amountTyped: boolean;
  /** as typed; counts only once it was changed */
  date: string;
  /** until then the date is today, whenever that is */
  dateChanged: boolean;
  description: string;
  users: PickedUser[];
  /** the user with whom the form was opened: nobody picked them, so they alone are nothing to lose */
  givenUserId: string | null;
}

export const EMPTY_DRAFT: FineDraft = {
  fineType: '',
  amount: '',
  amountTyped: false,
  date: '',
  dateChanged: false,
  description: '',
  users: [],
  givenUserId: null,
};

/** Whether there is nothing to lose. */
export function isEmpty(draft: FineDraft): boolean {
  const { fineType, amount, dateChanged, description, users, givenUserId } = draft;
  const picked = users.filter(({ id }) => id !== givenUserId);
  return fineType === '' && amount === '' && !dateChanged && description === '' && picked.length === 0;
}

/** In the order of the checks. */
export type DraftProblem =
  | 'type-missing'
  | 'type-too-long'
  | 'amount-missing'
  | 'amount-invalid'
  | 'date-invalid'
  | 'date-too-far'
  | 'note-too-long'
  | 'no-users'
  | 'too-many-users';

/** What keeps the form from being sent; the "Add Fine" button is disabled for the missing ones (LIST-13). */
export function problemOf(draft: FineDraft, today: CalendarDay): DraftProblem | null {
  if (keptText(draft.fineType) === '') return 'type-missing';
  if (keptText(draft.fineType).length > MAX_LENGTH.fineType) return 'type-too-long';
  if (draft.amount.trim() === '') return 'amount-missing';
  if (parseAmount(draft.amount) === null) return 'amount-invalid';
  const date = parseDay(dateOf(draft, today), today);
  if (date === null) return 'date-invalid';
  if (isTooFarAhead(date, today)) return 'date-too-far';
  if (keptText(draft.description).length > MAX_LENGTH.description) return 'note-too-long';
  if (draft.users.length === 0) return 'no-users';
  if (draft.users.length > MAX_USERS_PER_SUBMISSION) return 'too-many-users';
  return null;
}

/** The fine type, amount or users are still missing, so "Add Fine" is disabled. */
export function isIncomplete(draft: FineDraft): boolean {
  return keptText(draft.fineType) === '' || draft.amount.trim() === '' || draft.users.length === 0;
}

/** What the date field shows. */
export function dateOf(draft: FineDraft, today: CalendarDay): string {
  return draft.dateChanged ? draft.date : dayText(today);
}

/** What is sent of a draft, before any confirmation; null while it has a problem. */
export function bodyOf(draft: FineDraft, today: CalendarDay): AddBody | null {
  const paisa = parseAmount(draft.amount);
  const date = parseDay(dateOf(draft, today), today);
  if (paisa === null || date === null || problemOf(draft, today) !== null) return null;
  return {
    fineType: keptText(draft.fineType),
    description: keptText(draft.description),
    amount: rupeesFromPaisa(paisa),
    date,
    userIds: draft.users.map((user) => user.id),
  };
}

/** Whether both come from the same form, regardless of what was confirmed for it. */
export function sameForm(a: AddBody, b: AddBody): boolean {
  return JSON.stringify(formOf(a)) === JSON.stringify(formOf(b));
}

function formOf(body: AddBody): unknown[] {
  return [body.fineType, body.description ?? '', body.amount, body.date, body.userIds];
}

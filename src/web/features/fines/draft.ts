// A half-filled "Add New Fine" form: what it holds, what is sent of it, and what is still missing.
import type { addFines } from '../../../contract/fines.ts';
import type { CallInput } from '../../../contract/operation.ts';
import { MAX_USERS_PER_SUBMISSION } from '../../../core/limits.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { parseAmount, rupeesFromPaisa } from '../../../core/money.ts';

/** A user of the checklist; kept with the draft so that it shows before any list is loaded. */
export interface PickedUser {
  id: string;
  userName: string;
  userEmail: string | null;
}

export type AddBody = CallInput<typeof addFines>['body'];

/** A body that was sent under a key and of which no answer is known. */
export interface Submission {
  key: string;
  body: AddBody;
}

export interface FineDraft {
  fineType: string;
  /** as typed */
  amount: string;
  /** null while what is typed is no day; counts only once it was changed */
  date: CalendarDay | null;
  /** until then the date is today, whenever that is */
  dateChanged: boolean;
  users: PickedUser[];
  submission: Submission | null;
}

export const EMPTY_DRAFT: FineDraft = {
  fineType: '',
  amount: '',
  date: null,
  dateChanged: false,
  users: [],
  submission: null,
};

/** Whether there is anything to lose. */
export function isEmpty(draft: FineDraft): boolean {
  return (
    draft.fineType === '' &&
    draft.amount === '' &&
    !draft.dateChanged &&
    draft.users.length === 0 &&
    draft.submission === null
  );
}

/** In the order in which they are told. */
export type DraftProblem =
  | 'type-missing'
  | 'amount-missing'
  | 'amount-invalid'
  | 'date-invalid'
  | 'no-users'
  | 'too-many-users';

/** What keeps the form from being sent; the "Add Fine" button is disabled for the missing ones (specification section 5). */
export function problemOf(draft: FineDraft): DraftProblem | null {
  if (draft.fineType.trim() === '') return 'type-missing';
  if (draft.amount.trim() === '') return 'amount-missing';
  if (parseAmount(draft.amount) === null) return 'amount-invalid';
  if (draft.dateChanged && draft.date === null) return 'date-invalid';
  if (draft.users.length === 0) return 'no-users';
  if (draft.users.length > MAX_USERS_PER_SUBMISSION) return 'too-many-users';
  return null;
}

/** The fine type, amount or users are still missing: "Add Fine" is disabled then. */
export function isIncomplete(draft: FineDraft): boolean {
  return draft.fineType.trim() === '' || draft.amount.trim() === '' || draft.users.length === 0;
}

/** The day the form shows; null while what is typed is no day. */
export function dateOf(draft: FineDraft, today: CalendarDay): CalendarDay | null {
  return draft.dateChanged ? draft.date : today;
}

/** What is sent of a draft, before any confirmation; null while it has a problem. */
export function bodyOf(draft: FineDraft, today: CalendarDay): AddBody | null {
  const paisa = parseAmount(draft.amount);
  const date = dateOf(draft, today);
  if (paisa === null || date === null || problemOf(draft) !== null) return null;
  return {
    fineType: draft.fineType.trim(),
    amount: rupeesFromPaisa(paisa),
    date,
    userIds: draft.users.map((user) => user.id),
  };
}

/** Whether both come from the same form, whatever was confirmed for it. */
export function sameForm(a: AddBody, b: AddBody): boolean {
  return JSON.stringify(formOf(a)) === JSON.stringify(formOf(b));
}

/** Whether both say the same, down to what was confirmed: only then they may share an idempotency key. */
export function sameBody(a: AddBody, b: AddBody): boolean {
  return sameForm(a, b) && JSON.stringify(a.confirmed ?? null) === JSON.stringify(b.confirmed ?? null);
}

function formOf(body: AddBody): unknown[] {
  return [body.fineType, body.description ?? '', body.amount, body.date, body.userIds];
}

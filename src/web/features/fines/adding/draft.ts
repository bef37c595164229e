// A half-filled "Add New Fine" form: what it contains, what of it is sent, and what is still missing.
import type { addFines, FineForm } from '../../../../contract/fines/fines.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { FINE_TEXT_NAMES } from '../../../../core/fines/fine-texts.ts';
import { MAX_USERS_PER_SUBMISSION } from '../../../../core/limits.ts';
import { normalizedText } from '../../../../core/text/letters.ts';
import { dayText } from '../../../messages/formats.ts';
import * as fields from '../../../ui/forms/record-fields.ts';
import { FINE_FIELDS, type FineProblem, firstProblem, type TypedFine } from '../fine-fields.ts';

/** A user of the checklist; part of the draft, so that the name shows before any list is loaded. */
export interface PickedUser {
  id: string;
  userName: string;
  userEmail: string | null;
  status: 'Active' | 'Inactive';
}

export type AddBody = CallInput<typeof addFines>['body'];

/** The date counts only once it was changed. */
export interface FineDraft extends TypedFine {
  /** The person typed the amount; it does not come from a fine type chosen from the list. */
  amountTyped: boolean;
  /** until then the date is today, whenever that is */
  dateChanged: boolean;
  users: PickedUser[];
  /** base64 */
  pictures: string[];
  /** the user with whom the form was opened: nobody picked them, so they alone are nothing to lose */
  givenUserId: string | null;
}

export const EMPTY_DRAFT: FineDraft = {
  ...fields.emptyForm(FINE_FIELDS),
  amountTyped: false,
  dateChanged: false,
  users: [],
  pictures: [],
  givenUserId: null,
};

/** Whether there is nothing to lose. */
export function isEmpty(draft: FineDraft): boolean {
  const { fineType, amount, dateChanged, users, pictures, givenUserId } = draft;
  const picked = users.filter(({ id }) => id !== givenUserId);
  const texts = [fineType, amount, ...FINE_TEXT_NAMES.map((name) => draft[name])];
  return texts.every((text) => text === '') && !dateChanged && picked.length + pictures.length === 0;
}

export type DraftProblem = FineProblem<keyof FineForm | 'users'>;

/** What keeps the form from being sent; the "Add Fine" button is disabled for the missing ones (LIST-13). */
export function problemOf(draft: FineDraft, today: CalendarDay): DraftProblem | null {
  const problem = firstProblem(typedIn(draft, today), today);
  if (problem !== null) return problem;
  const max = MAX_USERS_PER_SUBMISSION;
  if (draft.users.length === 0) return { field: 'users', problem: ['fines.add.noUserSelected'] };
  if (draft.users.length > max) return { field: 'users', problem: ['fines.add.tooManyUsers', { count: max }] };
  return null;
}

/** The fine type, amount or users are still missing, so "Add Fine" is disabled. */
export function isIncomplete(draft: FineDraft): boolean {
  return normalizedText(draft.fineType) === '' || draft.amount.trim() === '' || draft.users.length === 0;
}

const typedIn = (draft: FineDraft, today: CalendarDay): TypedFine => ({ ...draft, date: dateOf(draft, today) });

/** What the date field shows. */
export function dateOf(draft: FineDraft, today: CalendarDay): string {
  return draft.dateChanged ? draft.date : dayText(today);
}

/** What is sent of a draft, before any confirmation; null while it has a problem. */
export function bodyOf(draft: FineDraft, today: CalendarDay): AddBody | null {
  const form = problemOf(draft, today) === null ? fields.bodyOf(FINE_FIELDS, typedIn(draft, today), today) : null;
  const { users, pictures } = draft;
  return form && { ...form, userIds: users.map(({ id }) => id), ...(pictures.length > 0 && { pictures }) };
}

/** Whether both come from the same form, regardless of what was confirmed for it. */
export function sameForm(a: AddBody, b: AddBody): boolean {
  return JSON.stringify(formOf(a)) === JSON.stringify(formOf(b));
}

function formOf(body: AddBody): unknown[] {
  const texts = FINE_TEXT_NAMES.map((name) => body[name] ?? '');
  return [body.fineType, texts, body.amount, body.date, body.userIds, body.pictures ?? []];
}

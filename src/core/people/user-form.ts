/** The add and edit form of a user, in the order in which it is checked (USER-5). */
import { isEmail, tidyEmail } from './email.ts';
import { isBlank } from '../text/letters.ts';
import { isSpoiledNumber } from './phone.ts';

export type UserStatus = 'Active' | 'Inactive';

export interface UserForm {
  userName: string;
  userEmail: string;
  userRole: string;
  phone: string;
  status: UserStatus;
}

export type UserFormProblem =
  | 'name-required'
  | 'email-required'
  | 'email-invalid'
  | 'role-required'
  | 'phone-required'
  /** a number of which a spreadsheet left the beginning */
  | 'phone-spoiled';

/** What is wrong, at most one thing for each field. White space and invisible characters alone are no value. */
export function formProblems(form: UserForm): UserFormProblem[] {
  const problems: UserFormProblem[] = [];
  if (isBlank(form.userName)) problems.push('name-required');
  const email = tidyEmail(form.userEmail);
  if (isBlank(email)) problems.push('email-required');
  else if (!isEmail(email)) problems.push('email-invalid');
  if (isBlank(form.userRole)) problems.push('role-required');
  if (isBlank(form.phone)) problems.push('phone-required');
  else if (isSpoiledNumber(form.phone)) problems.push('phone-spoiled');
  return problems;
}

/** The first of them, or null. */
export function firstProblem(form: UserForm): UserFormProblem | null {
  return formProblems(form)[0] ?? null;
}

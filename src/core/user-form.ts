/** The add and edit form of a user, in the order in which it is checked (USER-5). */
import { isEmail } from './email.ts';
import { isBlank } from './letters.ts';

export type UserStatus = 'Active' | 'Inactive';

export interface UserForm {
  userName: string;
  userEmail: string;
  userRole: string;
  phone: string;
  status: UserStatus;
}

export type UserFormProblem = 'name-required' | 'email-required' | 'email-invalid' | 'role-required' | 'phone-required';

/** The first thing that is wrong, or null. White space and invisible characters alone are no value. */
export function firstProblem(form: UserForm): UserFormProblem | null {
  if (isBlank(form.userName)) return 'name-required';
  const email = form.userEmail.trim();
  if (isBlank(email)) return 'email-required';
  if (!isEmail(email)) return 'email-invalid';
  if (isBlank(form.userRole)) return 'role-required';
  if (isBlank(form.phone)) return 'phone-required';
  return null;
}

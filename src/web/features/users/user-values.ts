// The values of the add and edit form: where they come from, which field a problem belongs to, and what is sent.
import type { User } from '../../../contract/users.ts';
import { tidyEmail } from '../../../core/people/email.ts';
import { stripInvisible } from '../../../core/text/letters.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import type { UserForm, UserFormProblem } from '../../../core/people/user-form.ts';

export type UserField = keyof UserForm;

/** How many characters each text field takes. */
export const FIELD_LENGTH = {
  userName: MAX_LENGTH.userName,
  userEmail: MAX_LENGTH.email,
  userRole: MAX_LENGTH.role,
  phone: MAX_LENGTH.phone,
} as const satisfies Record<Exclude<UserField, 'status'>, number>;

/** A new user's form: empty, and Active (USER-6). */
export const NEW_USER: Readonly<UserForm> = { userName: '', userEmail: '', userRole: '', phone: '', status: 'Active' };

/** Whether the record has no name of its own; the server answers {@link UNKNOWN_USER} for it. */
export function isNameless(user: Pick<User, 'userName'>): boolean {
  return user.userName === UNKNOWN_USER;
}

/** A user as the form shows it: what an import left out is empty, so that it must be filled in. */
export function valuesOf(user: User): UserForm {
  return {
    userName: isNameless(user) ? '' : user.userName,
    userEmail: user.userEmail ?? '',
    userRole: user.userRole,
    phone: user.phone,
    status: user.status,
  };
}

/** What is sent: without white space around, and nothing unseen in what others dial or write to. */
export function trimmed(values: UserForm): UserForm {
  return {
    userName: values.userName.trim(),
    userEmail: tidyEmail(values.userEmail),
    userRole: values.userRole.trim(),
    phone: stripInvisible(values.phone).trim(),
    status: values.status,
  };
}

const FIELD_OF: Record<UserFormProblem, UserField> = {
  'name-required': 'userName',
  'email-required': 'userEmail',
  'email-invalid': 'userEmail',
  'role-required': 'userRole',
  'phone-required': 'phone',
  'phone-spoiled': 'phone',
};

/** The field a problem is shown at. */
export function fieldOf(problem: UserFormProblem): UserField {
  return FIELD_OF[problem];
}

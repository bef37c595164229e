// How deletions under way change the page of users on screen.
import type { Output } from '../../../contract/operation.ts';
import type { listUsers, User, UserForm } from '../../../contract/users.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { isEmail, tidyEmail } from '../../../core/people/email.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { isSpoiledNumber } from '../../../core/people/phone.ts';
import { stripInvisible } from '../../../core/text/letters.ts';
import { type FieldTable, type Typed, shownIn } from '../../ui/forms/record-fields.ts';

/** An answer of `users.list`. */
export type UserList = Output<typeof listUsers>;

/** A page of users without those being deleted: its rows and both counts. */
export function withoutUsers(list: UserList, userIds: ReadonlySet<string>): UserList {
  const items = list.items.filter((user) => !userIds.has(user.id));
  const hidden = list.items.length - items.length;
  if (hidden === 0) return list;
  return { ...list, items, totalItems: list.totalItems - hidden, totalUsers: list.totalUsers - hidden };
}

// The form of a user: its fields, and how it shows a record.

export const USER_FIELDS: FieldTable<UserForm> = {
  userName: {
    kind: 'text',
    label: 'common.user.userName',
    placeholder: 'users.form.namePlaceholder',
    length: MAX_LENGTH.userName,
    required: 'users.problem.name-required',
  },
  userEmail: {
    kind: 'email',
    label: 'common.user.userEmail',
    placeholder: 'users.form.emailPlaceholder',
    length: MAX_LENGTH.email,
    required: 'users.problem.email-required',
    tidy: tidyEmail,
    check: (email) => (isEmail(email) ? null : 'users.problem.email-invalid'),
  },
  userRole: {
    kind: 'text',
    label: 'users.form.role',
    placeholder: 'users.form.rolePlaceholder',
    length: MAX_LENGTH.role,
    required: 'users.problem.role-required',
  },
  phone: {
    kind: 'tel',
    label: 'common.user.phone',
    placeholder: 'users.form.phonePlaceholder',
    length: MAX_LENGTH.phone,
    required: 'users.problem.phone-required',
    // Others dial this number, so it must not contain invisible characters.
    tidy: (phone) => stripInvisible(phone).trim(),
    check: (phone) => (isSpoiledNumber(phone) ? 'users.problem.phone-spoiled' : null),
  },
  groupId: { kind: 'group', label: 'common.user.group' },
  status: {
    kind: 'choice',
    label: 'common.user.status',
    options: { Active: 'common.status.Active', Inactive: 'common.status.Inactive' },
  },
};

/** Whether the record has no name of its own; the server answers {@link UNKNOWN_USER} for it. */
export function isNameless(user: Pick<User, 'userName'>): boolean {
  return user.userName === UNKNOWN_USER;
}

/** A user as the form shows it: "Unknown User" is never saved as a name. */
export const valuesOf = (user: User): Typed<UserForm> =>
  shownIn(USER_FIELDS, isNameless(user) ? { ...user, userName: '' } : user);

// The row of a user: the columns of the form, what is erased with a deleted user, what the journal records, the keys
// derived from other columns, and the row of a new user.
import type { Selectable } from 'kysely';
import type { UserForm } from '../../contract/users.ts';
import { emailKey } from '../../core/people/email.ts';
import { displayName, sortKey } from '../../core/people/person-name.ts';
import { phoneKey } from '../../core/people/phone.ts';
import { searchKey } from '../../core/text/search.ts';
import type { UsersTable } from '../db/schema.ts';

type UserRow = Selectable<UsersTable>;

/** `erased`: the value in the row of a deleted user. A column that `stays` must not hold personal details. */
type Column<C extends keyof UserRow> = { column: C; erased: UserRow[C] } | { column: C; stays: true };

/** The column of each form field, which holds the field as it is sent. */
const FORM_COLUMNS = {
  userName: { column: 'user_name', erased: '' },
  userEmail: { column: 'user_email', erased: null },
  userRole: { column: 'user_role', erased: '' },
  phone: { column: 'phone', erased: '' },
  status: { column: 'status', stays: true },
  groupId: { column: 'group_id', erased: null },
} as const satisfies {
  [F in keyof UserForm]: { [C in keyof UserRow]: UserForm[F] extends UserRow[C] ? Column<C> : never }[keyof UserRow];
};

type FormColumn = (typeof FORM_COLUMNS)[keyof UserForm]['column'];

/** The columns of the fields that are sent. */
export function toColumns(form: { [F in keyof UserForm]?: UserForm[F] | undefined }): Partial<
  Pick<UserRow, FormColumn>
> {
  return Object.fromEntries(
    Object.entries(FORM_COLUMNS).flatMap(([field, { column }]) => {
      const value = form[field as keyof UserForm];
      return value === undefined ? [] : [[column, value]];
    }),
  );
}

/** The columns of the form that are empty in a user's row and not in the other's, with its values. */
export const emptyColumns = (user: UserRow, other: UserRow): Partial<UserRow> =>
  Object.fromEntries(
    Object.values(FORM_COLUMNS).flatMap(({ column }) =>
      (user[column] ?? '') === '' ? [[column, other[column]] as const] : [],
    ),
  );

/** The erased columns of a deleted user, who keeps no personal details and no access. */
export const ERASED: Partial<UserRow> = {
  ...Object.fromEntries(
    Object.values(FORM_COLUMNS).flatMap((of) => ('erased' in of ? [[of.column, of.erased] as const] : [])),
  ),
  access: null,
};

/** Derived from other entries or columns. */
const NOT_RECORDED = [
  'created_at',
  'updated_at',
  'deleted_at',
  'sort_key',
  'name_key',
  'id_key',
  'role_key',
  'email_key',
  'phone_key',
  'total',
  'pending',
  'credit',
  'fine_count',
  'paid_count',
  'newest_fine_date',
  'oldest_pending_date',
  'earliest_due',
  'reminded_on',
  'reminded_through',
  'promised_until',
  'promise_covers',
  'reminded_up_to',
  'skipped_up_to',
  'summary_updated_at',
] as const satisfies (keyof UsersTable)[];

/** What the journal records of a user: the whole row without these columns. */
export type UserRecord = Omit<UserRow, (typeof NOT_RECORDED)[number]>;

export function userRecord(row: UserRow): UserRecord {
  const record: Partial<UserRow> = { ...row };
  for (const column of NOT_RECORDED) delete record[column];
  return record as UserRecord;
}

/** The key columns, which are derived from a user's details. */
export function userKeys(user: Pick<UsersTable, 'id' | 'user_name' | 'user_role' | 'user_email' | 'phone'>) {
  const shown = displayName(user.user_name);
  return {
    sort_key: sortKey(shown),
    name_key: searchKey(shown),
    id_key: searchKey(user.id),
    role_key: searchKey(user.user_role),
    email_key: user.user_email === null ? null : emailKey(user.user_email),
    phone_key: phoneKey(user.phone),
  } satisfies Partial<UserRow>;
}

const EMPTY = {
  user_name: '',
  user_email: null,
  user_role: '',
  phone: '',
  status: 'Active',
  group_id: null,
  access: null,
  created_at: 0,
  updated_at: null,
  deleted_at: null,
  total: 0,
  pending: 0,
  credit: 0,
  fine_count: 0,
  paid_count: 0,
  newest_fine_date: null,
  oldest_pending_date: null,
  earliest_due: null,
  reminded_on: null,
  reminded_through: null,
  promised_until: null,
  promise_covers: null,
  reminded_up_to: null,
  skipped_up_to: null,
  summary_updated_at: null,
} as const satisfies Omit<UserRow, 'id' | keyof ReturnType<typeof userKeys>>;

/**
 * The row of a new user with the known details: everything else is empty, there are no fines, and the keys are derived.
 */
export function emptyUserRow(
  known: Pick<UserRow, 'id'> & Partial<Omit<UserRow, keyof ReturnType<typeof userKeys>>>,
): UserRow {
  const details = { ...EMPTY, ...known };
  return { ...details, ...userKeys(details) };
}

type FieldIn<C extends FormColumn> = NonNullable<UserRow[C]> | (typeof EMPTY)[C];

/**
 * The fields of the form as the row has them. A column that is missing or null, as in an older entry of the journal,
 * has the value of a new user.
 */
export function toFields(row: Partial<UserRow>): {
  [F in keyof UserForm]: FieldIn<(typeof FORM_COLUMNS)[F]['column']>;
} {
  return Object.fromEntries(
    Object.entries(FORM_COLUMNS).map(([field, { column }]) => [field, row[column] ?? EMPTY[column]]),
  ) as ReturnType<typeof toFields>;
}

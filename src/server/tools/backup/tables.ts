// Every table of the schema, in an order in which rows can be inserted (a row's references come before it), each with
// its primary key. A table added to the schema and not here does not compile: nothing is left out of a backup.
import type { Schema } from '../../db/schema.ts';

export type TableName = keyof Schema;

const PRIMARY_KEYS: { [T in TableName]: readonly [keyof Schema[T] & string, ...(keyof Schema[T] & string)[]] } = {
  books: ['id'],
  books_by_day: ['day'],
  users: ['id'],
  fines: ['id'],
  fine_days: ['date'],
  fine_types: ['type_key'],
  events: ['id'],
  settings: ['id'],
  journal: ['sequence'],
  idempotency: ['actor', 'key'],
  sign_in_attempts: ['key'],
  sign_in_links: ['token_hash'],
  instance: ['key'],
  auth_user: ['id'],
  auth_session: ['id'],
  auth_account: ['id'],
  auth_verification: ['id'],
  sign_ins: ['auth_user_id'],
};

export interface BackupTable {
  name: TableName;
  /** its columns in order of the primary key */
  key: readonly string[];
}

export const BACKUP_TABLES: readonly BackupTable[] = Object.entries(PRIMARY_KEYS).map(([name, key]) => ({
  name: name as TableName,
  key,
}));

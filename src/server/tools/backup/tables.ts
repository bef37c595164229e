// Every table of the schema with its primary key, ordered so that foreign keys only refer to earlier tables. A table
// missing here is a compile error, so that none is left out of backups.
import type { Schema } from '../../db/schema.ts';

export type TableName = keyof Schema | keyof typeof FORMER_KEYS;

/** Tables of former versions, whose backups can still be restored. */
const FORMER_KEYS = {
  auth_user: ['id'],
  auth_session: ['id'],
  auth_account: ['id'],
  auth_verification: ['id'],
  sign_ins: ['auth_user_id'],
} as const;

export const FORMER_TABLES: ReadonlySet<string> = new Set(Object.keys(FORMER_KEYS));

const PRIMARY_KEYS: { [T in keyof Schema]: readonly [keyof Schema[T] & string, ...(keyof Schema[T] & string)[]] } = {
  books: ['id'],
  books_by_day: ['day'],
  users: ['id'],
  fines: ['id'],
  payments: ['id'],
  allocations: ['sequence', 'place'],
  waivers: ['id'],
  refunds: ['id'],
  cash_holders: ['holder'],
  pay_outs: ['id'],
  hand_overs: ['id'],
  reversals: ['id'],
  reminders: ['id'],
  promises: ['id'],
  skips: ['id'],
  fine_days: ['day'],
  fine_type_days: ['day', 'fine_type'],
  owed_days: ['day', 'counted_from'],
  payment_days: ['day', 'method', 'person'],
  fine_types: ['type_key'],
  listed_fine_types: ['id'],
  requests: ['id'],
  request_pictures: ['request_id'],
  events: ['id'],
  settings: ['id'],
  organisation: ['id'],
  journal: ['sequence'],
  imports: ['sequence'],
  imported_fines: ['sequence'],
  idempotency: ['actor', 'key'],
  sign_in_attempts: ['key'],
  sign_in_links: ['token_hash'],
  instance: ['key'],
  accounts: ['id'],
  sessions: ['id'],
  passkeys: ['id'],
  api_keys: ['id'],
  mails: ['id'],
  refused_addresses: ['address_key'],
  push_subscriptions: ['id'],
};

/**
 * Emptied by a restore. `sessions`: those that ended since the backup would be open again. `instance`: the cookie
 * secret and the lease on the daily backup belong to the original database. `mails`: waiting messages would be sent
 * again. `push_subscriptions`: they belong to sessions, and to a key in `instance`.
 */
export const CLEARED_BY_RESTORE: readonly (keyof Schema)[] = [
  'push_subscriptions',
  'sessions',
  'instance',
  'mails',
  'refused_addresses',
];

/** Left out of a backup. */
export const NOT_BACKED_UP: readonly TableName[] = [...CLEARED_BY_RESTORE, 'auth_session'];

export interface BackupTable {
  name: TableName;
  /** the columns of its primary key */
  key: readonly string[];
}

/** Former names of key columns. Databases of those versions can still be backed up. */
const FORMER_NAMES: Partial<Record<TableName, Record<string, string>>> = {
  fine_days: { day: 'date' },
  fine_type_days: { day: 'date' },
  payment_days: { day: 'received_on', person: 'received_by' },
};

/** The key of a table that has these columns. */
export const keyAmong = ({ name, key }: BackupTable, columns: readonly string[]): readonly string[] =>
  key.map((column) => (columns.includes(column) ? column : (FORMER_NAMES[name]?.[column] ?? column)));

export const BACKUP_TABLES: readonly BackupTable[] = Object.entries({
  ...PRIMARY_KEYS,
  ...FORMER_KEYS,
}).map(([name, key]) => ({
  name: name as TableName,
  key,
}));

// Every table of the schema with its primary key, ordered so that foreign keys only refer to earlier tables. A table
// missing here is a compile error, so that none is left out of backups.
import type { Schema } from '../../db/schema.ts';

export type TableName = keyof Schema;

const PRIMARY_KEYS: { [T in keyof Schema]: readonly [keyof Schema[T] & string, ...(keyof Schema[T] & string)[]] } = {
  books: ['id'],
  books_by_day: ['day'],
  groups: ['id'],
  users: ['id'],
  joined_users: ['user_id', 'into_id'],
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
  surcharges: ['sequence'],
  fine_days: ['day'],
  fine_type_days: ['day', 'fine_type'],
  owed_days: ['day', 'counted_from'],
  payment_days: ['day', 'method', 'person'],
  fine_types: ['type_key'],
  listed_fine_types: ['id'],
  requests: ['id'],
  pictures: ['hash'],
  kept_pictures: ['record_id', 'hash'],
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
 * Left out of a backup, and emptied by a restore. `sessions`: those that ended since the backup would be open again. `instance`: the cookie
 * secret and the lease on the daily backup belong to the original database. `mails`: waiting messages would be sent
 * again. `push_subscriptions`: they belong to sessions, and to a key in `instance`.
 */
export const CLEARED_BY_RESTORE: readonly TableName[] = [
  'push_subscriptions',
  'sessions',
  'instance',
  'mails',
  'refused_addresses',
];

export interface BackupTable {
  name: TableName;
  /** the columns of its primary key */
  key: readonly string[];
}

export const BACKUP_TABLES: readonly BackupTable[] = Object.entries(PRIMARY_KEYS).map(([name, key]) => ({
  name: name as TableName,
  key,
}));

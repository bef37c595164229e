// Creates a database of the first version with records, accounts, sessions and links (tests/fixtures/first-version), to
// test that migrations keep everything.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { expect } from 'vitest';
import { sqlitePath } from '../../src/server/db/connect.ts';
import { engine, newDatabaseUrl } from './database.ts';

const FOLDER = new URL('../fixtures/first-version/', import.meta.url);

/** The migrations of the first version. */
export const FIRST_MIGRATIONS = ['0001-start', '0002-sign-in-links'];

/** Has a password (MEMBER_PASSWORD) and a session. */
export const FIRST_MEMBER = { id: '6H8SUSQB', email: 'ayesha@example.pk' };

/** Has an unused sign-in link. */
export const FIRST_INVITED = { id: 'Z6WN38N2', email: 'invited@example.pk' };

/** Sessions, signed with the tests' secret. */
const FIRST_SESSIONS = {
  administrator: 'xcWG7W8Xfgu_kdB7x27LQMOyIwpQqFgY.4ecCzgOoSwuraV5ZGC6p8auex6gprGWIYfwZqWsjnLk%3D',
  member: '2vNhiuF1FVBdorTpOfHBoUl-RQhLx-nX.0uOMNVg9xwk7CbuEITrVoz%2Fp8PtIKSrzTiX%2FA7PNKGQ%3D',
};

export const firstCookie = ({ instance }: { instance: string }, of: keyof typeof FIRST_SESSIONS): string =>
  `jurmana.session_token.${instance}=${FIRST_SESSIONS[of]}`;

/** Tokens of sign-in links. */
export const FIRST_LINKS = {
  open: 'dap6kruwhkiqew3Hw5Vrj4agKF6Lh2eRfPGZj4e7jnI',
  used: '91Gw-Gtnhlg5XG9Ge_M4JgWiy2byE3bcyH9tFKjkbuQ',
  voided: 'NQdIPwCzURaQQXM_HTVb7QsvQySsuywbZ0zsrqUTkEY',
  administrators: 'YCOssPWpFWTasNyrn6xzKJvI9YCAJ967R2PZZ-z3bIw',
};

/** A request of the administrator that added three fines, with a stored response. */
export const FIRST_REQUEST = {
  key: 'a-key-of-the-first-version',
  body: {
    fineType: 'Late arrival',
    amount: 100,
    date: '2026-11-09',
    userIds: ['6H8SUSQB', '7QRZMSFP', 'PQVZX2WQ'],
    confirmed: ['6H8SUSQB', '7QRZMSFP', 'PQVZX2WQ'].map((userId) => ({ userId, amount: 100, doubled: false })),
  },
  fineIds: ['VRQTKTPVWQAT', '96BGZXKCB5WC', 'PVRX4FY5DFXS'],
};

/** Creates a database of the first version on the engine under test. */
export async function firstVersionUrl(): Promise<{ url: string; remove(): void }> {
  const database = await newDatabaseUrl();
  const text = ['tables-' + engine, 'rows']
    .map((name) => readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8'))
    .join('');
  if (engine === 'postgres') {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  } else {
    mkdirSync(dirname(sqlitePath(database.url)), { recursive: true });
    const file = new Sqlite(sqlitePath(database.url));
    file.exec(text);
    file.close();
  }
  return database;
}

/** A dump() that may have further settings: the rules added by later versions. */
export const withNewRules = (dumped: Record<string, string[]>) => ({
  ...dumped,
  settings: expect.arrayContaining(dumped['settings'] ?? []) as string[],
});

const NEW_TABLES = new Set([
  'payments',
  'allocations',
  'waivers',
  'refunds',
  'reversals',
  'cash_holders',
  'pay_outs',
  'hand_overs',
  'requests',
  'request_pictures',
  'payment_days',
  'fine_type_days',
  'owed_days',
  'listed_fine_types',
  'imports',
  'imported_fines',
]);

/** A dump() without the tables and columns that later versions fill for existing rows. */
export const withoutNewColumns = (dumped: Record<string, string[]>) => ({
  ...Object.fromEntries(Object.entries(dumped).filter(([table]) => !NEW_TABLES.has(table))),
  users: dumped['users']?.map((row) =>
    row
      .replace(/,"oldest_pending_date":"[\d-]+"/, '')
      .replace(/,"credit":0/, '')
      .replace(/,"phone_key":"[\d ]+"/, ''),
  ),
  fines: dumped['fines']?.map((row) =>
    row.replace(/,"paid_amount":\d+/, '').replace(/,"(waived_amount|mistake)":0/g, ''),
  ),
  journal: dumped['journal']?.map((row) =>
    row.replace(/,"credit_change":0/, '').replace(/,"day":"[\d-]+","hash":"[\w-]+"(,"attached":".*")?}$/, '}'),
  ),
  books: dumped['books']?.map((row) =>
    row
      .replace(/,"(credit|receipt_year|last_receipt|voucher_year|last_voucher)":0/g, '')
      .replace(/,"turnover":\d+/, '')
      .replace(/,"journal_hash":"[\w-]+"/, ''),
  ),
  fine_types: dumped['fine_types']?.map((row) =>
    row.replace(/,"use_count":\d+/, '').replace(/,"listed_as":(null|"\w+")/, ''),
  ),
  fine_days: dumped['fine_days']?.map((row) =>
    row
      .replace('"day":', '"date":')
      .replace(/,"paid_count":\d+/, '')
      .replace(/,"(charged|outstanding)":\d+/g, ''),
  ),
});

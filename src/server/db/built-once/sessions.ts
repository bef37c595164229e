// The session query of every request, repeated by every write under its lock: sessions with their accounts, the user
// records with the same e-mails, and the version of the books.
import { isOneOf, type List } from '../run.ts';
import type { Handle } from '../types.ts';
import { builtOnce, type PlaceOf } from './built-once.ts';

export const selectSessions = (db: Handle, column: 'id' | 'token_hash', values: List) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('users', (join) =>
      join.onRef('users.email_key', '=', 'accounts.email_key').on('users.deleted_at', 'is', null),
    )
    .innerJoin('books', (join) => join.on((eb) => eb('books.id', '=', eb.lit(1))))
    .where(isOneOf(db, `sessions.${column}`, values))
    .select([
      'sessions.token_hash as tokenHash',
      'books.last_sequence',
      'books.updated_at',
      'sessions.id as sessionId',
      'sessions.expires_at as expiresAt',
      'accounts.id as accountId',
      'accounts.email_key as email',
      'accounts.name as accountName',
      'users.id as userId',
      'users.user_name as userName',
      'users.status',
      'users.access as granted',
    ]);

const sessionsBy = (column: 'id' | 'token_hash') =>
  builtOnce((db, place: PlaceOf<{ values: readonly string[] }>) => selectSessions(db, column, place('values')));

export const sessionsById = sessionsBy('id');
export const sessionsByToken = sessionsBy('token_hash');

// The database interface that the rest of the server uses.
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** The argument of repository functions: the database or, inside a transaction, the transaction. */
export type Handle = Kysely<Schema> | Transaction<Schema>;

export interface Database {
  readonly engine: Engine;
  /** For writes, through ledger/command.ts. A separate connection on SQLite. */
  readonly write: Kysely<Schema>;
  /** For reads. On SQLite a second, read-only connection that writes never block (WAL). */
  readonly read: Kysely<Schema>;
  /**
   * Calls back when any process commits a write, and with every notice of announce(), or an empty notice if some may
   * have been missed. Returns a function that stops it. Best effort: see live/journal-tail.ts.
   */
  listen(
    onCommit: () => void,
    onError: (error: unknown) => void,
    onNotice?: (notice: string) => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

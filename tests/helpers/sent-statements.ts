// Records the statements sent to the database, by wrapping the two drivers.
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export interface Statement {
  sql: string;
  parameters: (string | number | null)[];
  /** PostgreSQL: name of the prepared statement */
  name?: string;
}

type Parameters = Statement['parameters'];
interface Preparing {
  prepare(this: Sqlite.Database, sql: string): Sqlite.Statement;
}
interface Querying {
  query(this: pg.Client, query: unknown, values?: unknown, ...rest: unknown[]): unknown;
}

/**
 * Calls `note` for every statement of this process; on SQLite only for connections opened later. Returns how to stop.
 */
export function recordStatements(note: (statement: Statement) => void): () => void {
  const sqlite: Preparing = Sqlite.prototype;
  const postgres = pg.Client.prototype as unknown as Querying;
  const { prepare } = sqlite;
  const { query } = postgres;
  sqlite.prepare = function preparing(sql) {
    const statement = prepare.call(this, sql);
    for (const method of ['all', 'run'] as const) {
      const original = statement[method].bind(statement);
      Object.defineProperty(statement, method, {
        value: (...parameters: Parameters) => {
          note({ sql, parameters });
          return original(...parameters);
        },
      });
    }
    return statement;
  };
  postgres.query = function querying(what, values, ...rest) {
    if (typeof what === 'string') {
      note({ sql: what, parameters: Array.isArray(values) ? (values as Parameters) : [] });
    } else if (typeof what === 'object' && what !== null && 'text' in what) {
      const { text, values: own, name } = what as { text: string; values?: Parameters; name?: string };
      note({ sql: text, parameters: own ?? [], ...(name === undefined ? {} : { name }) });
    }
    return query.call(this, what, values, ...rest);
  };
  return () => {
    sqlite.prepare = prepare;
    postgres.query = query;
  };
}

// Loaded into the measured server before everything else: each commit of a write takes so many ms more, as on a disk that
// flushes slowly. SQLite stops its process meanwhile, PostgreSQL only the connection; both as with a real disk.
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const flushMs = Number(process.env['FLUSH_MS'] ?? 0);
const never = new Int32Array(new SharedArrayBuffer(4));

interface Preparing {
  prepare(this: Sqlite.Database, sql: string): Sqlite.Statement;
}
const sqlite: Preparing = Sqlite.prototype;
const { prepare } = sqlite;
sqlite.prepare = function preparing(sql) {
  const statement = prepare.call(this, sql);
  if (sql === 'commit' && !this.readonly) {
    const run = statement.run.bind(statement);
    Object.defineProperty(statement, 'run', {
      value: () => {
        Atomics.wait(never, 0, 0, flushMs);
        return run();
      },
    });
  }
  return statement;
};

interface Querying {
  query(this: pg.Client, query: unknown, ...rest: unknown[]): unknown;
}
const postgres = pg.Client.prototype as unknown as Querying;
const { query } = postgres;
/** Connections in a transaction that may write: those of reads say that they only read. */
const writing = new WeakSet<pg.Client>();
postgres.query = function querying(what, ...rest) {
  const text = typeof what === 'object' && what !== null && 'text' in what ? what.text : what;
  if (text === 'begin') writing.add(this);
  if (text !== 'commit' || !writing.delete(this)) return query.call(this, what, ...rest);
  return pause(flushMs).then(() => query.call(this, what, ...rest));
};

// Preloaded into the measured server: each commit of a write on SQLite takes FLUSH_MS longer, like on a slow disk. It
// blocks the process, like a real flush.
import Sqlite from 'better-sqlite3';

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

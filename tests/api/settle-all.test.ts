// Pipelined statements of one transaction run in order, and all are rolled back if one fails (db/transaction.ts).
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inSnapshot } from '../../src/server/db/snapshot.ts';
import { inWriteTransaction, settleAll } from '../../src/server/db/transaction.ts';
import type { Database, Handle } from '../../src/server/db/types.ts';
import { run } from '../../src/server/db/run.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { engine, ownDatabase } from '../helpers/database.ts';
import { recordStatements } from '../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;
let events: string[] = [];
const stopRecording = recordStatements(({ sql: text, parameters }) => {
  if (text.startsWith('insert')) events.push(`sent ${parameters[0]}`);
});

beforeAll(async () => {
  ({ db, remove } = await ownDatabase({ poolSize: 1 }));
});
afterAll(async () => {
  stopRecording();
  await remove();
});
beforeEach(async () => {
  await db.write.deleteFrom('instance').execute();
  events = [];
});

const insert = async (tx: Transaction<Schema>, key: string): Promise<void> => {
  try {
    await run(tx, tx.insertInto('instance').values({ key, value: 'written' }));
    events.push(`done ${key}`);
  } catch (error) {
    events.push(`failed ${key}`);
    throw error;
  }
};
const findKey = (handle: Handle, key: string) =>
  run(handle, handle.selectFrom('instance').select('key').where('key', '=', key));
const keys = async () =>
  (await db.read.selectFrom('instance').select('key').orderBy('key').execute()).map((row) => row.key);

test('statements are sent without waiting for earlier answers, and run in order', async () => {
  const found = await inWriteTransaction(db, async (tx) => {
    const [, rows] = await settleAll([insert(tx, 'a'), findKey(tx, 'a'), insert(tx, 'b')]);
    return rows;
  });
  expect(found).toEqual([{ key: 'a' }]);
  expect(events).toEqual(['sent a', 'sent b', 'done a', 'done b']);
  expect(await keys()).toEqual(['a', 'b']);
});

test('if one fails, the first failure is thrown after all have ended, and none takes effect', async () => {
  const failing = inWriteTransaction(db, (tx) =>
    settleAll([insert(tx, 'a'), insert(tx, 'a'), insert(tx, 'b'), insert(tx, 'b')]),
  );
  const thrown = await failing.catch((error: unknown) => {
    events.push('thrown');
    return error;
  });
  expect(String(thrown)).toMatch(/unique/i);
  expect(events).toContain('failed a');
  expect(events.at(-1)).toBe('thrown');
  expect(events.filter((event) => event.startsWith('sent')).length).toBe(4);
  expect(await keys()).toEqual([]);
});

test('a transaction that ended by itself runs nothing more', async () => {
  const ending = db.engine === 'sqlite' ? 'rollback' : 'select pg_terminate_backend(pg_backend_pid())';
  const endIt = (tx: Handle) => run(tx, sql.raw(ending));
  const lost = inWriteTransaction(db, (tx) =>
    settleAll([insert(tx, 'a'), endIt(tx), insert(tx, 'b'), insert(tx, 'c')]),
  );
  await expect(lost).rejects.toThrow();
  expect(await keys()).toEqual([]);
  await inWriteTransaction(db, (tx) => insert(tx, 'd'));
  expect(await keys()).toEqual(['d']);
});

test('a failure before anything else is sent ends the transaction, and the connection can be used again', async () => {
  const wrong = (tx: Handle) => run(tx, sql`select * from nowhere`);
  await expect(inWriteTransaction(db, (tx) => settleAll([wrong(tx), insert(tx, 'a')]))).rejects.toThrow(/nowhere/);
  await expect(inSnapshot(db, ({ tx }) => settleAll([wrong(tx), findKey(tx, 'a')]))).rejects.toThrow(/nowhere/);
  await inWriteTransaction(db, (tx) => insert(tx, 'b'));
  expect(await keys()).toEqual(['b']);
});

test('a transaction cannot be used after its end', async () => {
  let kept: Transaction<Schema> | null = null;
  await inWriteTransaction(db, async (tx) => {
    kept = tx;
    await insert(tx, 'a');
  });
  await expect(insert(kept as unknown as Transaction<Schema>, 'b')).rejects.toThrow(/committed/);
  expect(await keys()).toEqual(['a']);
});

if (engine === 'postgres') {
  test('writes use read committed isolation, whatever the default of the database', async () => {
    await sql`set default_transaction_isolation = 'serializable'`.execute(db.write);
    const isolation = sql<{ level: string }>`select current_setting('transaction_isolation') as level`;
    expect((await inWriteTransaction(db, (tx) => isolation.execute(tx))).rows).toEqual([{ level: 'read committed' }]);
  });
}

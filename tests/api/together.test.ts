// Statements of one transaction that are sent together: in order, nothing left behind where one fails (db/transactions.ts).
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { atOneMoment, type Database, writing } from '../../src/server/db/engine.ts';
import { inParts, prepared, preparedText } from '../../src/server/db/prepared.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { together } from '../../src/server/db/transactions.ts';
import { engine } from '../helpers/app.ts';
import { ownDatabase } from '../helpers/database.ts';
import { hearStatements } from '../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;
let events: string[] = [];
const stopHearing = hearStatements(({ sql: text, parameters }) => {
  if (text.startsWith('insert')) events.push(`sent ${parameters[0]}`);
});

beforeAll(async () => {
  ({ db, remove } = await ownDatabase({ poolSize: 1 }));
});
afterAll(async () => {
  stopHearing();
  await remove();
});
beforeEach(async () => {
  await db.write.deleteFrom('instance').execute();
  events = [];
});

const insertKey = prepared((handle, values: { key: string }) =>
  handle.insertInto('instance').values({ key: values.key, value: 'written' }),
);
const insert = async (tx: Transaction<Schema>, key: string): Promise<void> => {
  try {
    await insertKey(tx, { key });
    events.push(`done ${key}`);
  } catch (error) {
    events.push(`failed ${key}`);
    throw error;
  }
};
const findKey = prepared((handle, values: { key: string }) =>
  handle.selectFrom('instance').select('key').where('key', '=', values.key),
);
const keys = async () =>
  (await db.read.selectFrom('instance').select('key').orderBy('key').execute()).map((row) => row.key);

test('none waits for the answer to the one before, and they are carried out in order', async () => {
  const found = await writing(db, async (tx) => {
    const [, rows] = await together([insert(tx, 'a'), findKey(tx, { key: 'a' }), insert(tx, 'b')]);
    return rows;
  });
  expect(found).toEqual([{ key: 'a' }]);
  expect(events).toEqual(['sent a', 'sent b', 'done a', 'done b']);
  expect(await keys()).toEqual(['a', 'b']);
});

test('where one fails, the first failure is thrown when all have ended, and nothing of them stays', async () => {
  const failing = writing(db, (tx) => together([insert(tx, 'a'), insert(tx, 'a'), insert(tx, 'b'), insert(tx, 'b')]));
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

test('a transaction that ended by itself carries nothing out any more', async () => {
  const endIt = preparedText(db.engine === 'sqlite' ? 'rollback' : 'select pg_terminate_backend(pg_backend_pid())');
  const lost = writing(db, (tx) => together([insert(tx, 'a'), endIt(tx), insert(tx, 'b'), insert(tx, 'c')]));
  await expect(lost).rejects.toThrow();
  expect(await keys()).toEqual([]);
  await writing(db, (tx) => insert(tx, 'd'));
  expect(await keys()).toEqual(['d']);
});

test('what fails before anything else is sent ends its transaction, and the connection is as good as new', async () => {
  const wrong = preparedText('select * from nowhere');
  await expect(writing(db, (tx) => together([wrong(tx), insert(tx, 'a')]))).rejects.toThrow(/nowhere/);
  await expect(atOneMoment(db, (tx) => together([wrong(tx), findKey(tx, { key: 'a' })]))).rejects.toThrow(/nowhere/);
  await writing(db, (tx) => insert(tx, 'b'));
  expect(await keys()).toEqual(['b']);
});

test('a transaction is of no use after its end', async () => {
  let kept: Transaction<Schema> | null = null;
  await writing(db, async (tx) => {
    kept = tx;
    await insert(tx, 'a');
  });
  await expect(insert(kept as unknown as Transaction<Schema>, 'b')).rejects.toThrow(/committed/);
  expect(await keys()).toEqual(['a']);
});

if (engine === 'postgres') {
  test('writes see what was committed before each statement, whatever a transaction is by default', async () => {
    await sql`set default_transaction_isolation = 'serializable'`.execute(db.write);
    const isolation = sql<{ level: string }>`select current_setting('transaction_isolation') as level`;
    expect((await writing(db, (tx) => isolation.execute(tx))).rows).toEqual([{ level: 'read committed' }]);
  });
}

test.each([0, 1, 2, 3, 255, 256, 257, 1000])('%i rows go in parts of few sizes, none lost', (count) => {
  const rows = Array.from({ length: count }, (_, index) => index);
  const parts = inParts(rows);
  expect(parts.flat()).toEqual(rows);
  expect(parts.every(({ length }) => length <= 256 && Number.isInteger(Math.log2(length)))).toBe(true);
  expect(parts.length).toBeLessThanOrEqual(Math.floor(count / 256) + 8);
});

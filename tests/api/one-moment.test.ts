// Reads of one moment: several statements that see the same state, whoever writes meanwhile (db/engine.ts).
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atOneMoment, connect, type Database } from '../../src/server/db/engine.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { addUser } from '../helpers/ledger.ts';

let app: TestApp;
/** Beside the server's own: SQLite has one connection for all of its reads. */
let db: Database;
beforeAll(async () => {
  app = await startApp();
  db = connect(app.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await app.stop();
});

const countUsers = async (tx: Transaction<Schema>): Promise<number> =>
  (
    await tx
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

test('sees nothing of what is written after its first read', async () => {
  const administrator = await app.administrator();
  const before = await atOneMoment(db, async (tx) => {
    const first = await countUsers(tx);
    await addUser(administrator);
    const [second, third] = await Promise.all([countUsers(tx), countUsers(tx)]);
    expect([second, third]).toEqual([first, first]);
    return first;
  });
  expect(await atOneMoment(db, countUsers)).toBe(before + 1);
});

test('that many at once use the same connections, and each gets its own answers', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
  const answers = await Promise.all(
    numbers.map((number) =>
      atOneMoment(db, async (tx) => {
        const ask = (value: number) => sql<{ value: number }>`select cast(${value} as integer) as value`.execute(tx);
        const [one, two] = await Promise.all([ask(number), ask(-number)]);
        return [one.rows[0]?.value, two.rows[0]?.value];
      }),
    ),
  );
  expect(answers).toEqual(numbers.map((number) => [number, -number]));
});

test('one that fails spoils no other', async () => {
  const failing = (tx: Transaction<Schema>) => sql`select nothing from nowhere`.execute(tx);
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, number) =>
      atOneMoment<unknown>(db, number % 2 === 0 ? failing : (tx) => Promise.all([countUsers(tx), countUsers(tx)])),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 60 }, (_, number) => (number % 2 === 0 ? 'rejected' : 'fulfilled')),
  );
});

test('nothing can be written in it', async () => {
  const writing = (tx: Transaction<Schema>) => tx.updateTable('users').set({ total: 1 }).execute();
  await expect(atOneMoment(db, writing)).rejects.toThrow(/read-?only|readonly/i);
  // Nor on a connection on which it was tried.
  await expect(atOneMoment(db, writing)).rejects.toThrow(/read-?only|readonly/i);
  expect(await atOneMoment(db, countUsers)).toBeGreaterThan(0);
});

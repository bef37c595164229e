// Snapshots: several statements see the same state despite concurrent writes (db/snapshot.ts).
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/server/db/connect.ts';
import { inSnapshot, type Snapshot } from '../../src/server/db/snapshot.ts';
import type { Database } from '../../src/server/db/types.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { useApp } from '../helpers/app.ts';
import { addUser } from '../helpers/ledger.ts';

const app = useApp();
/** Separate from the server's own, because SQLite has one connection for all reads. */
let db: Database;
beforeAll(async () => {
  db = connect(app.databaseUrl);
});
afterAll(() => db.close());

const countUsers = async (tx: Transaction<Schema>): Promise<number> =>
  (
    await tx
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

test('does not see what is written after its first read', async () => {
  const administrator = await app.administrator();
  const before = await inSnapshot(db, async ({ tx }) => {
    const first = await countUsers(tx);
    await addUser(administrator);
    const [second, third] = await Promise.all([countUsers(tx), countUsers(tx)]);
    expect([second, third]).toEqual([first, first]);
    return first;
  });
  expect(await inSnapshot(db, ({ tx }) => countUsers(tx))).toBe(before + 1);
});

test('many at once share connections, and each gets its own answers', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
  const answers = await Promise.all(
    numbers.map((number) =>
      inSnapshot(db, async ({ tx }) => {
        const ask = (value: number) => sql<{ value: number }>`select cast(${value} as integer) as value`.execute(tx);
        const [one, two] = await Promise.all([ask(number), ask(-number)]);
        return [one.rows[0]?.value, two.rows[0]?.value];
      }),
    ),
  );
  expect(answers).toEqual(numbers.map((number) => [number, -number]));
});

test('one that fails does not affect the others', async () => {
  const failing = ({ tx }: Snapshot) => sql`select nothing from nowhere`.execute(tx);
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, number) =>
      inSnapshot<unknown>(db, number % 2 === 0 ? failing : ({ tx }) => Promise.all([countUsers(tx), countUsers(tx)])),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 60 }, (_, number) => (number % 2 === 0 ? 'rejected' : 'fulfilled')),
  );
});

test('nothing can be written in it', async () => {
  const writing = ({ tx }: Snapshot) => tx.updateTable('users').set({ total: 1 }).execute();
  await expect(inSnapshot(db, writing)).rejects.toThrow(/read-?only|readonly/i);
  // Nor afterwards on the same connection.
  await expect(inSnapshot(db, writing)).rejects.toThrow(/read-?only|readonly/i);
  expect(await inSnapshot(db, ({ tx }) => countUsers(tx))).toBeGreaterThan(0);
});

test('what was read once is kept until the books change, separately for each database', async () => {
  const administrator = await app.administrator();
  let reads = 0;
  const read = (database: Database) =>
    inSnapshot(database, async ({ tx, once }) => {
      const [one, other] = [await once('one', async () => (reads += 1)), await once('users', () => countUsers(tx))];
      return [one, other];
    });
  const [, users] = await read(db);
  expect(await read(db)).toEqual([1, users]);
  expect(await read(app.db)).toEqual([2, users]);
  await addUser(administrator);
  expect(await read(db)).toEqual([3, (users ?? 0) + 1]);
});

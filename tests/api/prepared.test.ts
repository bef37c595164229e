// Statements that are built once: each run has its own values, and a table that changes under them is not the end.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, isUnavailable } from '../../src/server/db/engine.ts';
import { byShape, each, eachRow, prepared } from '../../src/server/db/prepared.ts';
import { engine } from '../helpers/app.ts';
import { ownDatabase } from '../helpers/database.ts';

let db: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ db, remove } = await ownDatabase({ poolSize: 1 }));
});
afterAll(async () => {
  await remove();
});

interface Row {
  key: string;
  value: string;
}
const insert = byShape((count: number) =>
  prepared((handle, { rows }: { rows: readonly Row[] }) =>
    handle.insertInto('instance').values(eachRow(rows, count, ['key', 'value'])),
  ),
);
const find = byShape((count: number) =>
  prepared((handle, values: { keys: readonly string[]; limit: number }) =>
    handle
      .selectFrom('instance')
      .selectAll()
      .where('key', 'in', each(values.keys, count))
      .orderBy('key')
      .limit(values.limit),
  ),
);

test('each run has the values it was given, in rows, in lists and alone', async () => {
  await insert(2)(db.write, {
    rows: [
      { key: 'p1', value: 'one' },
      { key: 'p2', value: 'two' },
    ],
  });
  await insert(1)(db.write, { rows: [{ key: 'p3', value: "it's three" }] });
  expect(await find(2)(db.read, { keys: ['p3', 'p1'], limit: 5 })).toEqual([
    { key: 'p1', value: 'one' },
    { key: 'p3', value: "it's three" },
  ]);
  expect(await find(2)(db.read, { keys: ['p2', 'none'], limit: 5 })).toEqual([{ key: 'p2', value: 'two' }]);
  expect(await find(2)(db.read, { keys: ['p1', 'p2'], limit: 1 })).toEqual([{ key: 'p1', value: 'one' }]);
});

test('a table changed by a newer version costs at most one request, which is told to come again', async () => {
  const look = () => find(1)(db.read, { keys: ['p1'], limit: 5 });
  expect(await look()).toHaveLength(1);
  await sql`alter table instance add column extra text`.execute(db.write);
  const first = await look().catch((error: unknown) => error);
  if (engine === 'postgres') expect(isUnavailable(first)).toBe(true);
  expect(await look()).toEqual([{ key: 'p1', value: 'one', extra: null }]);
});

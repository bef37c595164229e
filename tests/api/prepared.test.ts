// Statements that are built once: each run has its own values, and they survive a change of the table.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUnavailable } from '../../src/server/db/errors.ts';
import type { Database } from '../../src/server/db/types.ts';
import { isOneOf, prepared, preparedInsert } from '../../src/server/db/prepared.ts';
import { appendEntries } from '../../src/server/ledger/commit-batch.ts';
import { engine, ownDatabase } from '../helpers/database.ts';

let db: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ db, remove } = await ownDatabase({ poolSize: 1 }));
});
afterAll(async () => {
  await remove();
});

const insert = preparedInsert('instance', ['key', 'value']);
const find = prepared((handle, values: { keys: readonly string[]; limit: number }) =>
  handle
    .selectFrom('instance')
    .selectAll()
    .where(isOneOf(handle, 'key', values.keys))
    .orderBy('key')
    .limit(values.limit),
);

test('each run has the values it was given, in rows, in lists and alone', async () => {
  await insert(db.write, [
    { key: 'p1', value: 'one' },
    { key: 'p2', value: 'two' },
  ]);
  await insert(db.write, [{ key: 'p3', value: "it's three" }]);
  expect(await find(db.read, { keys: ['p3', 'p1'], limit: 5 })).toEqual([
    { key: 'p1', value: 'one' },
    { key: 'p3', value: "it's three" },
  ]);
  expect(await find(db.read, { keys: ['p2', 'none'], limit: 5 })).toEqual([{ key: 'p2', value: 'two' }]);
  expect(await find(db.read, { keys: ['p1', 'p2'], limit: 1 })).toEqual([{ key: 'p1', value: 'one' }]);
  expect(await find(db.read, { keys: [], limit: 1 })).toEqual([]);
});

test('rows arrive as they were sent, whatever the text and the figures in them', async () => {
  const entry = {
    batch: 1,
    at: 1_790_000_000_123,
    actor: 'a@example.org',
    action: 'fines.add',
    subject: 'fine',
    user_id: null,
    before: null,
    total_change: 0,
    pending_change: 0,
    credit_change: 0,
    used_change: 0,
    day: '2026-11-01',
    attached: null,
    hash: '',
  } as const;
  const rows = [
    { ...entry, sequence: 1, subject_id: '007', after: '{"a":"\\u0041 \\" \\\\ ","b":[null,true]}' },
    { ...entry, sequence: 2, subject_id: 'null', after: 'true', total_change: Number.MAX_SAFE_INTEGER },
    { ...entry, sequence: 3, subject_id: '', after: '[1,2]', total_change: -Number.MAX_SAFE_INTEGER, batch: 2 },
    { ...entry, sequence: 4, subject_id: '1e3', after: 'فہد 🎉 \u2028 {1,"2"} \' \t\n\r \u0001', user_id: '12' },
  ];
  await appendEntries(db.write, rows);
  const all = db.read.selectFrom('journal').selectAll().orderBy('sequence');
  expect(await all.execute()).toEqual(rows);
  const bySubject = (ids: readonly string[]) => all.where(isOneOf(db.read, 'subject_id', ids)).execute();
  expect((await bySubject(['007', '', '{1', '1e3'])).map((row) => row.sequence)).toEqual([1, 3, 4]);
  expect(await bySubject(['7', '1000', 'NULL'])).toEqual([]);
});

test('more rows than one statement takes are all written, in order', async () => {
  const rows = Array.from({ length: 2345 }, (_, index) => ({ key: `many ${10_000 + index}`, value: String(index) }));
  await insert(db.write, rows);
  const all = await db.read.selectFrom('instance').selectAll().where('key', 'like', 'many %').orderBy('key').execute();
  expect(all).toEqual(rows);
});

test.each<[string, (value: string) => unknown]>([
  ['text', (value) => value.concat('')],
  ['a comparison', (value) => value < 'm'],
  ['a property', (value) => value.length],
  ['JSON', (value) => JSON.stringify({ value })],
  ['a copy', (value) => ({ ...(value as unknown as object) })],
  ['an iteration', (value) => [...value]],
])('a statement that looks at a value while it is built throws: %s', async (_, look) => {
  const looking = prepared((handle, { key }: { key: string }) => {
    look(key);
    return handle.selectFrom('instance').selectAll().where('key', '=', key);
  });
  await expect(looking(db.read, { key: 'p1' })).rejects.toThrow(/must not look/);
});

test('nor can it ask which values there are', async () => {
  const copying = prepared((handle, values: { key: string }) =>
    handle
      .selectFrom('instance')
      .selectAll()
      .where('key', '=', { ...values }.key),
  );
  await expect(copying(db.read, { key: 'p1' })).rejects.toThrow(/must not look/);
});

test('a table changed by a newer version costs at most one request, which is told to come again', async () => {
  const look = () => find(db.read, { keys: ['p1'], limit: 5 });
  expect(await look()).toHaveLength(1);
  await sql`alter table instance add column extra text`.execute(db.write);
  const first = await look().catch((error: unknown) => error);
  if (engine === 'postgres') expect(isUnavailable(first)).toBe(true);
  expect(await look()).toEqual([{ key: 'p1', value: 'one', extra: null }]);
});

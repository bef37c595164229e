// Running queries (db/run.ts, insert.ts, built-once.ts): each run uses its own values, whatever they contain.
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtOnce, type PlaceOf } from '../../src/server/db/built-once/built-once.ts';
import { isUnavailable } from '../../src/server/db/errors.ts';
import { additionOfSums, insertion } from '../../src/server/db/insert.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { isOneOf, run } from '../../src/server/db/run.ts';
import type { Database, Handle } from '../../src/server/db/types.ts';
import { appendEntries } from '../../src/server/ledger/commit-batch.ts';
import { engine, ownDatabase } from '../helpers/database.ts';
import { recordStatements } from '../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ db, remove } = await ownDatabase({ poolSize: 1 }));
});
afterAll(async () => {
  await remove();
});

const insertInstance = insertion('instance');
const write = (body: (tx: Transaction<Schema>) => Promise<void>) => db.write.transaction().execute(body);
const insert = (rows: Parameters<typeof insertInstance>[1]) => write((tx) => insertInstance(tx, rows));

interface Wanted {
  keys: readonly string[];
  limit: number;
}
const find = (handle: Handle, { keys, limit }: Wanted) =>
  run(
    handle,
    handle
      .selectFrom('instance')
      .selectAll()
      .where(isOneOf(handle, 'key', keys))
      .orderBy('key')
      .limit(limit),
  );
const findBuiltOnce = builtOnce((handle, place: PlaceOf<Wanted>) =>
  handle
    .selectFrom('instance')
    .selectAll()
    .where(isOneOf(handle, 'key', place('keys')))
    .orderBy('key')
    .limit(place('limit')),
);

test.each([
  ['a query', find],
  ['a query that is built once', findBuiltOnce],
])('%s has the given values, in rows, in lists and alone', async (name, look) => {
  const key = (place: number) => `${name} ${place}`;
  await insert([
    { key: key(1), value: 'one' },
    { key: key(2), value: 'two' },
  ]);
  await insert([{ key: key(3), value: "it's three" }]);
  expect(await look(db.read, { keys: [key(3), key(1)], limit: 5 })).toEqual([
    { key: key(1), value: 'one' },
    { key: key(3), value: "it's three" },
  ]);
  expect(await look(db.read, { keys: [key(2), 'none'], limit: 5 })).toEqual([{ key: key(2), value: 'two' }]);
  expect(await look(db.read, { keys: [key(1), key(2)], limit: 1 })).toEqual([{ key: key(1), value: 'one' }]);
  expect(await look(db.read, { keys: [], limit: 1 })).toEqual([]);
});

test('sums are added to the row with their key, or start a new row', async () => {
  const add = additionOfSums('fine_type_days', ['day', 'fine_type'], ['fine_count', 'charged', 'waived', 'paid']);
  const row = { day: '2020-01-01', fine_type: 'Late', fine_count: 1, charged: 500, waived: 0, paid: 0 };
  await write((tx) => add(tx, [row, { ...row, fine_type: 'Noise' }]));
  await write((tx) => add(tx, [{ ...row, fine_count: -1, charged: -200, paid: 7 }]));
  const rows = await run(db.read, db.read.selectFrom('fine_type_days').selectAll().orderBy('fine_type'));
  expect(rows).toEqual([
    { ...row, fine_count: 0, charged: 300, paid: 7 },
    { ...row, fine_type: 'Noise' },
  ]);
});

// The compiler must refuse these calls: if it did not, the @ts-expect-error comments would be errors.
test('columns of a table can be neither omitted nor added', async () => {
  // @ts-expect-error -- the value is missing
  await expect(insert([{ key: 'k' }])).rejects.toThrow(/value/);
  // @ts-expect-error -- there is no such column
  await expect(insert([{ key: 'k', value: 'v', colour: 'c' }])).rejects.toThrow(/colour/);
  // @ts-expect-error -- a figure is missing
  additionOfSums('fine_type_days', ['day', 'fine_type'], ['fine_count', 'charged', 'waived']);
});

test('rows arrive as sent, whatever texts and figures they contain', async () => {
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
    actor_id: 'user:A',
    hash: '',
  } as const;
  const rows = [
    { ...entry, sequence: 1, subject_id: '007', after: '{"a":"\\u0041 \\" \\\\ ","b":[null,true]}' },
    { ...entry, sequence: 2, subject_id: 'null', after: 'true', total_change: Number.MAX_SAFE_INTEGER },
    { ...entry, sequence: 3, subject_id: '', after: '[1,2]', total_change: -Number.MAX_SAFE_INTEGER, batch: 2 },
    { ...entry, sequence: 4, subject_id: '1e3', after: 'فہد 🎉 \u2028 {1,"2"} \' \t\n\r \u0001', user_id: '12' },
  ];
  await write((tx) => appendEntries(tx, rows));
  const all = db.read.selectFrom('journal').selectAll().orderBy('sequence');
  expect(await all.execute()).toEqual(rows);
  const bySubject = (ids: readonly string[]) => run(db.read, all.where(isOneOf(db.read, 'subject_id', ids)));
  expect((await bySubject(['007', '', '{1', '1e3'])).map((row) => row.sequence)).toEqual([1, 3, 4]);
  expect(await bySubject(['7', '1000', 'NULL'])).toEqual([]);
});

test('more rows than fit into one statement are all written, in order', async () => {
  const rows = Array.from({ length: 2345 }, (_, index) => ({ key: `many ${10_000 + index}`, value: String(index) }));
  await insert(rows);
  const all = await db.read.selectFrom('instance').selectAll().where('key', 'like', 'many %').orderBy('key').execute();
  expect(all).toEqual(rows);
});

test('a text is named when it is sent a second time, by its content', async () => {
  const texts: string[] = [];
  const stop = recordStatements(({ sql: text, name }) => {
    if (text.includes('as turn')) texts.push(name ?? '');
  });
  const turn = (value: number) => run(db.read, sql<{ turn: number }>`select cast(${value} as integer) as turn`);
  try {
    for (const value of [1, 2, 3]) expect(await turn(value)).toEqual([{ turn: value }]);
  } finally {
    stop();
  }
  if (engine === 'postgres') expect(texts).toEqual(['', expect.stringMatching(/^[\w-]{32}$/), texts[1]]);
});

test('a table changed by a newer version costs at most one request, which is told to try again', async () => {
  const look = () => find(db.read, { keys: ['a query 1'], limit: 5 });
  for (let time = 0; time < 2; time++) expect(await look()).toHaveLength(1);
  await sql`alter table instance add column extra text`.execute(db.write);
  const first = await look().catch((error: unknown) => error);
  if (engine === 'postgres') expect(isUnavailable(first)).toBe(true);
  expect(await look()).toEqual([{ key: 'a query 1', value: 'one', extra: null }]);
});

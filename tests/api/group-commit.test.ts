// Group commit: concurrent writes share a commit. Each has its own outcome, reported only after the commit.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/server/db/types.ts';
import { AppError } from '../../src/server/base/errors.ts';
import { groupCommit, type Write } from '../../src/server/ledger/group-commit.ts';
import { engine, ownDatabase } from '../helpers/database.ts';
import { recordStatements } from '../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;
let recorded: string[] = [];
let onCommit: () => unknown = () => undefined;
const stopRecording = recordStatements((statement) => {
  recorded.push(statement.sql);
  if (statement.sql === 'commit') onCommit();
});

beforeAll(async () => {
  ({ db, remove } = await ownDatabase());
});
afterAll(async () => {
  stopRecording();
  await remove();
});
beforeEach(async () => {
  await db.write.deleteFrom('instance').execute();
  recorded = [];
  onCommit = () => {};
});

const commit = <T>(run: Write<T>['run']) => groupCommit(db, { idempotencyKey: null, readAhead: () => undefined, run });

/** Inserts a row with a unique key. */
const write = (key: string, then: () => void = () => {}) =>
  commit(async (tx) => {
    await tx.insertInto('instance').values({ key, value: 'written' }).execute();
    then();
    return key;
  });
const keys = async () =>
  (await db.read.selectFrom('instance').select('key').orderBy('key').execute()).map((row) => row.key);
const count = (statement: string) => recorded.filter((one) => one === statement).length;

test('all waiting writes share one commit', async () => {
  await Promise.all(['a', 'b', 'c'].map((key) => write(key)));
  expect(await keys()).toEqual(['a', 'b', 'c']);
  expect(count('commit')).toBe(1);
});

test('a late refusal or a failure undoes only that write', async () => {
  const refused = new AppError('fine-not-found');
  const outcomes = await Promise.allSettled([
    write('a'),
    write('b', () => {
      throw refused;
    }),
    write('c'),
    write('c'),
    write('d'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: refused });
  expect(await keys()).toEqual(['a', 'c', 'd']);
});

test('no outcome is reported before the commit, nor a refusal before the writes it may depend on are committed [WRITE-7]', async () => {
  const events: string[] = [];
  onCommit = () => events.push('commit');
  const refuse = () =>
    commit<string>(async () => {
      throw new AppError('fine-not-found');
    });
  const all = { a: write('a'), refusal: refuse(), b: write('b') };
  await Promise.allSettled(Object.entries(all).map(([name, one]) => one.finally(() => events.push(name))));
  expect(events).toEqual(['commit', 'a', 'refusal', 'commit', 'b']);
  events.length = 0;
  await Promise.all(['c', 'd'].map((key) => write(key).finally(() => events.push(key))));
  expect(events).toEqual(['commit', 'c', 'd']);
});

test('if the transaction is lost, nothing is done for anybody, and everybody is told', async () => {
  const lost = commit<string>(async (tx) => {
    // PostgreSQL loses the transaction with the connection; SQLite rolls back by itself if the disk is full.
    if (engine === 'postgres') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    await sql`rollback`.execute(tx);
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
  const outcomes = await Promise.allSettled([write('a'), lost, write('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await keys()).toEqual([]);
  await write('a');
  expect(await keys()).toEqual(['a']);
});

test('a write with no others waiting has a transaction of its own', async () => {
  await write('a');
  expect(recorded.filter((statement) => statement.includes('savepoint'))).toEqual([]);
  expect(count('commit')).toBe(1);
});

test('more writes than fit into one commit are committed in turn', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `key-${index}`);
  await Promise.all(names.map((name) => write(name)));
  expect(await keys()).toEqual(names.toSorted());
  expect(count('commit')).toBe(3);
});

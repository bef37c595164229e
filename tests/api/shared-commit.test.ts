// Writes that wait at the same moment share a commit: each has its own outcome, and hears of it only after the commit.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/server/db/engine.ts';
import { AppError } from '../../src/server/errors.ts';
import { commitTogether, type Write } from '../../src/server/shared-commit.ts';
import { engine } from '../helpers/app.ts';
import { ownDatabase } from '../helpers/database.ts';
import { hearStatements } from '../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;
let heard: string[] = [];
let onCommit = (): void => {};
const stopHearing = hearStatements((statement) => {
  heard.push(statement.sql);
  if (statement.sql === 'commit') onCommit();
});

beforeAll(async () => {
  ({ db, remove } = await ownDatabase());
});
afterAll(async () => {
  stopHearing();
  await remove();
});
beforeEach(async () => {
  await db.write.deleteFrom('instance').execute();
  heard = [];
  onCommit = () => {};
});

const commit = <T>(carryOut: Write<T>['carryOut']) =>
  commitTogether(db, { submission: null, readAhead: () => {}, carryOut });

/** Writes a row of its own, under a key that can be there only once. */
const write = (key: string, then: () => void = () => {}) =>
  commit(async (tx) => {
    await tx.insertInto('instance').values({ key, value: 'written' }).execute();
    then();
    return key;
  });
const keys = async () =>
  (await db.read.selectFrom('instance').select('key').orderBy('key').execute()).map((row) => row.key);
const count = (statement: string) => heard.filter((one) => one === statement).length;

test('one commit for all who wait', async () => {
  await Promise.all(['a', 'b', 'c'].map((key) => write(key)));
  expect(await keys()).toEqual(['a', 'b', 'c']);
  expect(count('commit')).toBe(1);
});

test('a late refusal and a failure undo nothing but themselves', async () => {
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

test('nobody hears of an outcome before the commit, not even of a refusal', async () => {
  let told = 0;
  let toldAtCommit = -1;
  onCommit = () => (toldAtCommit = told);
  const refusal = commit<string>(async () => {
    throw new AppError('fine-not-found');
  });
  const all = [write('a'), refusal, write('c')];
  await Promise.allSettled(all.map((one) => one.finally(() => (told += 1))));
  expect(toldAtCommit).toBe(0);
  expect(told).toBe(3);
});

test('where the transaction is lost nothing was done for anybody, and everybody is told', async () => {
  const lost = commit<string>(async (tx) => {
    // PostgreSQL loses it where the connection ends; SQLite rolls back by itself where the disk is full, and says so.
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

test('a write that finds nobody waiting has a transaction of its own', async () => {
  await write('a');
  expect(heard.filter((statement) => statement.includes('savepoint'))).toEqual([]);
  expect(count('commit')).toBe(1);
});

test('more than one commit can bear are committed in turn', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `key-${index}`);
  await Promise.all(names.map((name) => write(name)));
  expect(await keys()).toEqual(names.toSorted());
  expect(count('commit')).toBe(3);
});

// Writes that read ahead and then decide (src/server/command.ts): together they come to what they would come to one by one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/server/clock.ts';
import {
  type CommandContext,
  type CommandEnvironment,
  type ReadThenDecide,
  runCommand,
} from '../../src/server/command.ts';
import type { Database } from '../../src/server/db/engine.ts';
import { prepared } from '../../src/server/db/prepared.ts';
import { AppError } from '../../src/server/errors.ts';
import type { AtEnd } from '../../src/server/ledger.ts';
import { ownDatabase } from '../helpers/database.ts';
import { hearStatements } from '../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;
let environment: CommandEnvironment;
let heard: string[] = [];
const stopHearing = hearStatements(({ sql }) => void heard.push(sql));

beforeAll(async () => {
  ({ db, remove } = await ownDatabase());
  environment = { db, clock: systemClock, timeZone: 'Asia/Karachi', committed: () => {} };
});
afterAll(async () => {
  stopHearing();
  await remove();
});
beforeEach(async () => {
  await db.write.deleteFrom('instance').execute();
  for (const key of ['a', 'b']) await db.write.insertInto('instance').values({ key, value: '0' }).execute();
  heard = [];
});

const readValue = prepared((handle, values: { key: string }) =>
  handle.selectFrom('instance').select('value').where('key', '=', values.key),
);
const setValue = prepared((handle, values: { key: string; value: string }) =>
  handle.updateTable('instance').set({ value: values.value }).where('key', '=', values.key),
);
const insertKey = prepared((handle, values: { key: string }) =>
  handle.insertInto('instance').values({ key: values.key, value: 'new' }),
);
const insertAgain = prepared((handle) => handle.insertInto('instance').values({ key: 'a', value: 'twice' }));

interface Counting extends ReadThenDecide<number, number> {
  reads: number;
}
/** Adds one to the number that somebody has; answers what it was. */
function addOne(key: string, also: (context: CommandContext) => void = () => {}): Counting {
  const steps: Counting = {
    reads: 0,
    async read(tx) {
      steps.reads += 1;
      return Number((await readValue(tx, { key }))[0]?.value);
    },
    about: () => [key],
    decide(context, before) {
      context.send([setValue(context.tx, { key, value: String(before + 1) })]);
      also(context);
      return before;
    },
  };
  return steps;
}
const refuse: ReadThenDecide<number, number> = {
  read: async () => 0,
  about: () => null,
  decide() {
    throw new AppError('fine-not-found');
  },
};
const run = <R, T>(body: ReadThenDecide<R, T> | ((context: CommandContext) => Promise<T>), key: string | null = null) =>
  runCommand(environment, { actor: 'a@example.org', action: 'test', idempotencyKey: key, input: null }, body);
const valueOf = async (key: string) =>
  (await db.read.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst())?.value;
const outcomeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? outcome.value : 'failed';
const count = (statement: string) => heard.filter((one) => one.startsWith(statement)).length;

test('what was read about somebody whom an earlier one has touched is read again, and nothing else is', async () => {
  const all = ['a', 'b', 'a', 'a', 'b'].map((key) => addOne(key));
  expect(await Promise.all(all.map((body) => run(body)))).toEqual([0, 0, 1, 2, 1]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['3', '2']);
  expect(all.map(({ reads }) => reads)).toEqual([1, 1, 2, 2, 2]);
  expect(count('commit')).toBe(1);
});

test('one that works in one piece counts as touching everybody, one that knows nobody as being about everybody', async () => {
  const inOnePiece = async (context: CommandContext): Promise<number> => {
    await setValue(context.tx, { key: 'b', value: '7' });
    return -1;
  };
  expect(await Promise.all([addOne('a'), inOnePiece, addOne('b'), addOne('a')].map((body) => run(body)))).toEqual([
    0, -1, 7, 1,
  ]);
  const unknown: Counting = { ...addOne('a'), about: () => null };
  expect(await Promise.all([addOne('a'), unknown, addOne('a')].map((body) => run(body)))).toEqual([2, 3, 4]);
});

test('a refusal undoes nothing and needs nothing undone', async () => {
  const outcomes = await Promise.allSettled([run(addOne('a')), run(refuse), run(addOne('a')), run(refuse)]);
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed', 1, 'failed']);
  expect([count('commit'), count('rollback')]).toEqual([1, 0]);
});

test('a refusal that comes after something was sent is undone all the same', async () => {
  const refusingLate = addOne('b', () => {
    throw new AppError('fine-not-found');
  });
  const outcomes = await Promise.allSettled([run(addOne('a')), run(refusingLate), run(addOne('a'))]);
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed', 1]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['2', '0']);
});

test('where everything is refused nothing is committed', async () => {
  const outcomes = await Promise.allSettled([run(refuse), run(refuse)]);
  expect(outcomes.map(outcomeOf)).toEqual(['failed', 'failed']);
  await expect(run(refuse)).rejects.toThrow(AppError);
  expect([count('commit'), count('rollback')]).toEqual([0, 2]);
});

test('what was answered before is committed again: the earlier commit may not be on the disk or the standby yet', async () => {
  const [first, second] = [addOne('a'), addOne('b')];
  expect(await Promise.all([run(first, 'the-first-key'), run(second, 'the-second-key')])).toEqual([0, 0]);
  heard = [];
  // After a crash it is seen as soon as it is in the log; that it is safe there only a later commit can say.
  expect(await run(first, 'the-first-key')).toBe(0);
  expect([count('commit'), count('rollback')]).toEqual([1, 0]);
  expect(count('update')).toBe(1);
  const outcomes = await Promise.allSettled([run(refuse), run(second, 'the-second-key'), run(refuse)]);
  expect(outcomes.map(outcomeOf)).toEqual(['failed', 0, 'failed']);
  expect([count('commit'), count('rollback')]).toEqual([2, 0]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['1', '1']);
});

test('one that fails after it has sent something has each of them done again, and undoes only itself', async () => {
  let told = 0;
  const failing = addOne('a', (context) => context.send([insertAgain(context.tx, {})]));
  const all = [addOne('a'), failing, addOne('a'), refuse, addOne('b')];
  const outcomes = await Promise.allSettled(all.map((body) => run(body).finally(() => (told += 1))));
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed', 1, 'failed', 0]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['2', '1']);
  // Nothing that was read in the transaction that was given up is gone by.
  expect(all.map((body) => ('reads' in body ? body.reads : 0))).toEqual([2, 3, 3, 0, 2]);
  expect([count('commit'), count('rollback'), told]).toEqual([3, 3, 5]);
});

test('what one has recorded, left and answered is gone with it', async () => {
  const names: AtEnd<string> = {
    async write(tx, values) {
      for (const name of values) await insertKey(tx, { key: `left by ${name}` });
    },
  };
  const adding = (key: string, also: (context: CommandContext) => void = () => {}) =>
    addOne(key, (context) => {
      const event = { subject: 'event', subjectId: key, userId: null, before: null, after: { key } } as const;
      context.record({ ...event, used: 100 });
      context.leave(names, key);
      also(context);
    });
  const failing = adding('a', (context) => context.send([insertAgain(context.tx, {})]));
  const before = await db.read.selectFrom('books').selectAll().executeTakeFirstOrThrow();
  const outcomes = await Promise.allSettled([run(adding('b'), 'key-one'), run(failing, 'key-two')]);
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed']);
  const after = await db.read.selectFrom('books').selectAll().executeTakeFirstOrThrow();
  expect([after.last_sequence - before.last_sequence, after.used - before.used]).toEqual([1, 100]);
  const journal = db.read.selectFrom('journal').select('subject_id').where('sequence', '>', before.last_sequence);
  expect(await journal.execute()).toEqual([{ subject_id: 'b' }]);
  expect([await valueOf('left by a'), await valueOf('left by b')]).toEqual([undefined, 'new']);
  // The same again: the first is answered as it was, the other one fails as it did.
  expect(await run(adding('b'), 'key-one')).toBe(0);
  await expect(run(failing, 'key-two')).rejects.toThrow(/unique/i);
});

test('what cannot be written at the end fails for the one who left it', async () => {
  const names: AtEnd<string> = {
    async write(_tx, values) {
      if (values.includes('wrong')) throw new Error('cannot be written');
    },
  };
  const leaving = (key: string, name: string) => addOne(key, (context) => context.leave(names, name));
  const all = [leaving('a', 'right'), leaving('b', 'wrong'), leaving('a', 'right')];
  expect((await Promise.allSettled(all.map((body) => run(body)))).map(outcomeOf)).toEqual([0, 'failed', 1]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['2', '0']);
});

test('a failure is told as what it was, not as what followed from it', async () => {
  const failing = addOne('a', (context) => {
    const first = insertAgain(context.tx, {});
    // On PostgreSQL this one is refused because that one failed.
    context.send([setValue(context.tx, { key: 'a', value: '5' }), first]);
  });
  await expect(run(failing)).rejects.toThrow(/unique/i);
  expect(await valueOf('a')).toBe('0');
});

test('a write may have as many entries as an import', async () => {
  const entries = 150_000;
  const many = async (context: CommandContext): Promise<number> => {
    for (let n = 0; n < entries; n += 1) {
      context.record({ subject: 'event', subjectId: 'many', userId: null, before: null, after: null });
    }
    return context.books().last_sequence;
  };
  const last = await run(many);
  const { count: found } = await db.read
    .selectFrom('journal')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subject_id', '=', 'many')
    .executeTakeFirstOrThrow();
  expect(found).toBe(entries);
  expect((await db.read.selectFrom('books').selectAll().executeTakeFirstOrThrow()).last_sequence).toBe(last);
});

test('alone, one that fails after it has sent something changes nothing', async () => {
  const failing = addOne('a', (context) => context.send([insertAgain(context.tx, {})]));
  await expect(run(failing)).rejects.toThrow(/unique/i);
  expect(await valueOf('a')).toBe('0');
  expect(await run(addOne('a'))).toBe(0);
});

test('what is left for the end is written once for all of them, without what was refused', async () => {
  const written: (readonly string[])[] = [];
  const names: AtEnd<string> = { write: async (_tx, values) => void written.push(values) };
  const leaving = (name: string) => addOne(name === 'c' ? 'b' : 'a', (context) => context.leave(names, name));
  const refusing: Counting = {
    ...addOne('b'),
    decide(context) {
      context.leave(names, 'refused');
      throw new AppError('fine-not-found');
    },
  };
  await Promise.allSettled([run(leaving('a')), run(leaving('b')), run(leaving('c'))]);
  expect(written).toEqual([['a', 'b', 'c']]);
  await Promise.allSettled([run(leaving('a')), run(refusing), run(leaving('b'))]);
  expect(written.at(-1)).toEqual(['a', 'b']);
});

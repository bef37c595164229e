// Commands that share a commit (src/server/ledger/command.ts) have the same results as if each had its own.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/server/base/clock.ts';
import { type CommandContext, type CommandEnvironment, runCommand } from '../../src/server/ledger/command.ts';
import type { Database, Handle } from '../../src/server/db/types.ts';
import { run as runQuery } from '../../src/server/db/run.ts';
import { AppError } from '../../src/server/base/errors.ts';
import type { DeferredWrite } from '../../src/server/ledger/commit-batch.ts';
import { ownDatabase } from '../helpers/database.ts';
import { recordStatements } from '../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;
let environment: CommandEnvironment;
let recorded: string[] = [];
const stopRecording = recordStatements(({ sql }) => void recorded.push(sql));

beforeAll(async () => {
  ({ db, remove } = await ownDatabase());
  environment = { db, clock: systemClock, timeZone: 'Asia/Karachi', onCommit: () => {} };
});
afterAll(async () => {
  stopRecording();
  await remove();
});
beforeEach(async () => {
  await db.write.deleteFrom('instance').execute();
  for (const key of ['a', 'b']) await db.write.insertInto('instance').values({ key, value: '0' }).execute();
  recorded = [];
});

const readValue = (handle: Handle, key: string) =>
  runQuery(handle, handle.selectFrom('instance').select('value').where('key', '=', key));
const setValue = (handle: Handle, key: string, value: string) =>
  runQuery(handle, handle.updateTable('instance').set({ value }).where('key', '=', key));
const insertKey = (handle: Handle, key: string) =>
  runQuery(handle, handle.insertInto('instance').values({ key, value: 'new' }));
const insertAgain = (handle: Handle) => insertKey(handle, 'a');

type Body<T> = (context: CommandContext) => Promise<T>;

/** Increments a number; returns its previous value. */
const addOne =
  (key: string, also: (context: CommandContext) => void = () => {}): Body<number> =>
  async (context) => {
    const before = Number((await readValue(context.tx, key))[0]?.value);
    context.send([setValue(context.tx, key, String(before + 1))]);
    also(context);
    return before;
  };
const refuse: Body<number> = async () => {
  throw new AppError('fine-not-found');
};
const run = <T>(body: Body<T>, key: string | null = null) =>
  runCommand(
    environment,
    {
      actor: { id: 'user:A', name: 'a@example.org' },
      access: async () => 'administrator',
      action: 'fines.add',
      idempotencyKey: key,
      input: null,
    },
    body,
  );
const valueOf = async (key: string) =>
  (await db.read.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst())?.value;
const outcomeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? outcome.value : 'failed';
const count = (statement: string) => recorded.filter((one) => one.startsWith(statement)).length;

test('each command sees what those before it sent, and all share one commit', async () => {
  const direct: Body<number> = async ({ tx }) => {
    await setValue(tx, 'b', '7');
    return -1;
  };
  const all = [addOne('a'), addOne('b'), addOne('a'), direct, addOne('b'), addOne('a')];
  expect(await Promise.all(all.map((body) => run(body)))).toEqual([0, 0, 1, -1, 7, 2]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['3', '8']);
  expect(count('commit')).toBe(1);
});

test('after a refusal, each command runs again in a transaction of its own', async () => {
  const outcomes = await Promise.allSettled([run(addOne('a')), run(refuse), run(addOne('a')), run(refuse)]);
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed', 1, 'failed']);
  expect(await valueOf('a')).toBe('2');
  expect([count('commit'), count('rollback')]).toEqual([2, 3]);
});

test('a refusal undoes what the command had already sent', async () => {
  const refusingLate = addOne('b', () => {
    throw new AppError('fine-not-found');
  });
  const outcomes = await Promise.allSettled([run(addOne('a')), run(refusingLate), run(addOne('a'))]);
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed', 1]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['2', '0']);
});

test('if every command is refused, nothing is committed', async () => {
  const outcomes = await Promise.allSettled([run(refuse), run(refuse)]);
  expect(outcomes.map(outcomeOf)).toEqual(['failed', 'failed']);
  await expect(run(refuse)).rejects.toThrow(AppError);
  expect([count('commit'), count('rollback')]).toEqual([0, 4]);
});

test('a repeated request commits again, because the earlier commit may not be on the disk or the standby yet', async () => {
  const [first, second] = [addOne('a'), addOne('b')];
  expect(await Promise.all([run(first, 'the-first-key'), run(second, 'the-second-key')])).toEqual([0, 0]);
  recorded = [];
  // After a crash, a commit found in the log may not be durable yet; only a later commit makes sure.
  expect(await run(first, 'the-first-key')).toBe(0);
  expect([count('commit'), count('rollback')]).toEqual([1, 0]);
  expect(count('update')).toBe(1);
  const outcomes = await Promise.allSettled([run(refuse), run(second, 'the-second-key'), run(refuse)]);
  expect(outcomes.map(outcomeOf)).toEqual(['failed', 0, 'failed']);
  expect([count('commit'), count('rollback')]).toEqual([2, 3]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['1', '1']);
});

test('if a sent statement fails, all commands run again, and only the failing one is undone', async () => {
  let told = 0;
  const failing = addOne('a', (context) => context.send([insertAgain(context.tx)]));
  const all = [addOne('a'), failing, addOne('a'), refuse, addOne('b')];
  const outcomes = await Promise.allSettled(all.map((body) => run(body).finally(() => (told += 1))));
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed', 1, 'failed', 0]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['2', '1']);
  expect([count('commit'), count('rollback'), told]).toEqual([3, 3, 5]);
});

test('a failing command leaves no entries, deferred writes or stored answer', async () => {
  const names: DeferredWrite<string> = {
    async write(tx, values) {
      for (const name of values) await insertKey(tx, `left by ${name}`);
    },
  };
  const adding = (key: string, also: (context: CommandContext) => void = () => {}) =>
    addOne(key, (context) => {
      const event = { subject: 'event', subjectId: key, userId: null, before: null, after: { key } } as const;
      context.record({ ...event, used: 100 });
      context.defer(names, key);
      also(context);
    });
  const failing = adding('a', (context) => context.send([insertAgain(context.tx)]));
  const before = await db.read.selectFrom('books').selectAll().executeTakeFirstOrThrow();
  const outcomes = await Promise.allSettled([run(adding('b'), 'key-one'), run(failing, 'key-two')]);
  expect(outcomes.map(outcomeOf)).toEqual([0, 'failed']);
  const after = await db.read.selectFrom('books').selectAll().executeTakeFirstOrThrow();
  expect([after.last_sequence - before.last_sequence, after.used - before.used]).toEqual([1, 100]);
  const journal = db.read.selectFrom('journal').select('subject_id').where('sequence', '>', before.last_sequence);
  expect(await journal.execute()).toEqual([{ subject_id: 'b' }]);
  expect([await valueOf('left by a'), await valueOf('left by b')]).toEqual([undefined, 'new']);
  // When repeated, the first gets the same response, and the other fails again.
  expect(await run(adding('b'), 'key-one')).toBe(0);
  await expect(run(failing, 'key-two')).rejects.toThrow(/unique/i);
});

test('a deferred write that fails, fails only the command that deferred it', async () => {
  const names: DeferredWrite<string> = {
    async write(_tx, values) {
      if (values.includes('wrong')) throw new Error('cannot be written');
    },
  };
  const leaving = (key: string, name: string) => addOne(key, (context) => context.defer(names, name));
  const all = [leaving('a', 'right'), leaving('b', 'wrong'), leaving('a', 'right')];
  expect((await Promise.allSettled(all.map((body) => run(body)))).map(outcomeOf)).toEqual([0, 'failed', 1]);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['2', '0']);
});

test('a failure is reported by its cause, not by the errors that followed', async () => {
  const failing = addOne('a', (context) => {
    const first = insertAgain(context.tx);
    // On PostgreSQL this statement fails only because the other one did.
    context.send([setValue(context.tx, 'a', '5'), first]);
  });
  await expect(run(failing)).rejects.toThrow(/unique/i);
  expect(await valueOf('a')).toBe('0');
});

test('one write may have as many entries as an import', async () => {
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

test('a single command whose sent statement fails changes nothing', async () => {
  const failing = addOne('a', (context) => context.send([insertAgain(context.tx)]));
  await expect(run(failing)).rejects.toThrow(/unique/i);
  expect(await valueOf('a')).toBe('0');
  expect(await run(addOne('a'))).toBe(0);
});

test('deferred writes of all commands are written at once, without those of refused commands', async () => {
  const written: (readonly string[])[] = [];
  const names: DeferredWrite<string> = { write: async (_tx, values) => void written.push(values) };
  const leaving = (name: string) => addOne(name === 'c' ? 'b' : 'a', (context) => context.defer(names, name));
  const refusing = addOne('b', (context) => {
    context.defer(names, 'refused');
    throw new AppError('fine-not-found');
  });
  await Promise.allSettled([run(leaving('a')), run(leaving('b')), run(leaving('c'))]);
  expect(written).toEqual([['a', 'b', 'c']]);
  await Promise.allSettled([run(leaving('a')), run(refusing), run(leaving('b'))]);
  expect(written.slice(1)).toEqual([['a'], ['b']]);
});

/** Increments a user's number, using the value that was read ahead. */
function addOneAhead(key: string, reads: string[]): Promise<number> {
  return runCommand(
    environment,
    {
      actor: { id: 'user:A', name: 'a@example.org' },
      access: async () => 'administrator',
      action: 'fines.add',
      idempotencyKey: null,
      input: null,
    },
    async ({ tx, send, record }, before: number) => {
      record({ subject: 'user', subjectId: key, userId: key, before: null, after: null });
      send([setValue(tx, key, String(before + 1))]);
      return before;
    },
    {
      async read(tx) {
        reads.push(key);
        return Number((await readValue(tx, key))[0]?.value);
      },
      userIds: () => [key],
    },
  );
}

test('values are read ahead for the whole batch, and read again only where an earlier command changed them', async () => {
  const reads: string[] = [];
  const all = ['a', 'b', 'a', 'a'];
  expect(await Promise.all(all.map((key) => addOneAhead(key, reads)))).toEqual([0, 0, 1, 2]);
  expect(reads).toEqual(['a', 'b', 'a', 'a', 'a', 'a']);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['3', '1']);
  expect(count('commit')).toBe(1);
});

test('everything is read again after a rule was switched, and so is a value whose read ahead failed', async () => {
  const reads: string[] = [];
  const switching: Body<number> = async ({ record }) =>
    record({ subject: 'setting', subjectId: '1', userId: null, before: null, after: null });
  await Promise.all([run(switching), addOneAhead('b', reads)]);
  expect(reads).toEqual(['b', 'b']);

  let times = 0;
  const failing = runCommand(
    environment,
    {
      actor: { id: 'user:A', name: 'a@example.org' },
      access: async () => 'administrator',
      action: 'fines.add',
      idempotencyKey: null,
      input: null,
    },
    async (_context, value: string) => value,
    {
      async read() {
        times += 1;
        if (times === 1) throw new Error('read too early');
        return 'read alone';
      },
      userIds: () => null,
    },
  );
  expect(await Promise.all([addOneAhead('a', reads), failing])).toEqual([0, 'read alone']);
});

test('the sender’s access is read under the lock, and again if the transaction has changed who may sign in [ACCESS-19]', async () => {
  const asked: string[] = [];
  const write = (name: string, subject: 'user' | 'event') =>
    runCommand(
      environment,
      {
        actor: { id: 'user:A', name: 'a@example.org' },
        access: async (_tx, anew) => {
          asked.push(`${name}${anew ? ' anew' : ''}`);
          return 'administrator';
        },
        action: 'fines.add',
        idempotencyKey: null,
        input: null,
      },
      async ({ record }) => record({ subject, subjectId: name, userId: null, before: null, after: null }),
    );
  await Promise.all([write('first', 'event'), write('second', 'user'), write('third', 'event')]);
  expect(asked).toEqual(['first', 'second', 'third', 'third anew']);
});

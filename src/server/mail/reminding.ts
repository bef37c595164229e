// Up to which day the reminders that go out by themselves are dealt with: a row of `instance`. A restore removes it, so that nothing of
// before it goes out; so does switching them on. Written under the lock of the books alone.
import { z } from 'zod';
import { idOfName } from '../../core/people/actor.ts';
import type { Progress } from '../../core/people/reminder-plan.ts';
import { run, runFirst } from '../db/run.ts';
import type { Handle } from '../db/types.ts';

const KEY = 'reminders';

/** An earlier version kept the name alone. */
const by = z.union([
  z.object({ id: z.string(), name: z.string() }),
  z.string().transform((name) => ({ id: idOfName(name), name })),
]);

const kept = z.object({ after: z.string(), asked: z.object({ through: z.string(), by }).nullable() });

/** Null where nothing was dealt with since they began. */
export async function readProgress(db: Handle): Promise<Progress | null> {
  const row = await runFirst(db, db.selectFrom('instance').select('value').where('key', '=', KEY));
  return row === undefined ? null : kept.parse(JSON.parse(row.value));
}

export async function writeProgress(tx: Handle, progress: Progress): Promise<void> {
  const value = JSON.stringify(progress);
  const written = tx
    .insertInto('instance')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }));
  await run(tx, written);
}

export const forgetProgress = (tx: Handle): Promise<unknown> =>
  run(tx, tx.deleteFrom('instance').where('key', '=', KEY));

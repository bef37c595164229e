// The progress of automatic reminders, a row of `instance`. A restore removes it, so that nothing from before it is
// sent; so does switching the reminders on. It is written only under the lock of the books.
import { z } from 'zod';
import type { Progress } from '../../core/people/reminder-plan.ts';
import { run, runFirst } from '../db/run.ts';
import type { Handle } from '../db/types.ts';

const KEY = 'reminders';

const by = z.object({ id: z.string(), name: z.string() });

const kept = z.object({ after: z.string(), asked: z.object({ through: z.string(), by }).nullable() });

/** Null if nothing has been processed since the reminders were switched on. */
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

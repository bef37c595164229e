// Adds late surcharges, then carries out the plan of reminders: one process among all on the database processes some members at a time, each time
// in a new command under the lock of the books. The record of a reminder and its message share one commit, so a process
// that ends in between sends nothing twice.
import type { FastifyBaseLogger } from 'fastify';
import { type Actor, program } from '../../../core/people/actor.ts';
import { dueDaysLate } from '../../../core/fines/late-surcharge.ts';
import type { Action } from '../../../core/journal.ts';
import { dealtWith, isReminding, lastBegun, runAt } from '../../../core/people/reminder-plan.ts';
import { BY_ITSELF } from '../../../core/text/own-words.ts';
import { todayAt } from '../../base/clock.ts';
import { isUnavailable } from '../../db/errors.ts';
import { type CommandContext, type CommandEnvironment, runCommand } from '../../ledger/command.ts';
import { readSurchargeRule, surchargesDue } from '../../balances/surcharges.ts';
import { createLease } from '../../mail/lease.ts';
import { readProgress, writeProgress } from '../../mail/reminding.ts';
import { addSurcharges } from '../fines/surcharges.service.ts';
import { dueDaysFor, readWishes, type Wishes } from './plan.ts';
import { usersOwing } from './plan.repository.ts';
import { AT_ONCE, dealWith, type Run } from './plan.service.ts';

/** Interval between two checks. */
const LOOK_MS = 1000;

/**
 * The returned function does what is due now, unless another process does it; a later call continues where it stopped.
 */
export function createReminding(
  environment: CommandEnvironment,
  log: FastifyBaseLogger,
  isStopping = (): boolean => false,
): () => Promise<void> {
  const { db, clock, timeZone } = environment;
  const lease = createLease(db, 'reminding');

  const command = <T>(
    by: Actor | null,
    body: (context: CommandContext) => Promise<T>,
    byItself: Action = 'reminders.byThemselves',
  ): Promise<T> =>
    runCommand(
      environment,
      {
        actor: by ?? program(BY_ITSELF),
        action: by === null ? byItself : 'reminders.send',
        // The sender's access was checked when they asked for it.
        access: async () => 'collector',
        idempotencyKey: null,
        input: null,
      },
      body,
    );

  const holds = async (): Promise<boolean> => !isStopping() && (await lease.hold(clock.now())) !== 'elsewhere';

  const carryOut = async (run: Run, rules: NonNullable<Wishes['rules']>): Promise<void> => {
    const began = performance.now();
    const days = dueDaysFor(rules, dealtWith(await readProgress(db.read), clock.now(), timeZone), run.through);
    let [count, last] = [0, ''];
    while (await holds()) {
      const ids = await usersOwing(db.read, days, last, AT_ONCE);
      const isLast = ids.length < AT_ONCE;
      const reminded = await command(run.by, (context) => dealWith(context, run, ids, isLast));
      if (reminded === null) return;
      count += reminded;
      last = ids.at(-1) ?? last;
      if (isLast) break;
    }
    log.info({ count, through: run.through, ms: Math.round(performance.now() - began) }, 'reminders went out');
  };

  /** The day and the rule for which this process has gone through all members. */
  let surcharged = '';
  /** Whatever stops in between, a later call adds the rest: what was added is known by its number. */
  const surcharge = async (): Promise<void> => {
    const now = clock.now();
    const wanted = await readSurchargeRule(db.read);
    const { rule } = wanted;
    const today = todayAt(now, timeZone);
    const all = JSON.stringify([today, wanted]);
    if (rule === null || all === surcharged || !isReminding(now, timeZone)) return;
    let [count, last] = [0, ''];
    while (await holds()) {
      const ids = await usersOwing(db.read, dueDaysLate(rule, today), last, AT_ONCE);
      const isDue = (await surchargesDue(db.read, wanted, today, ids)).length > 0;
      if (isDue) count += await command(null, (context) => addSurcharges(context, ids), 'fines.add');
      last = ids.at(-1) ?? last;
      if (ids.length < AT_ONCE) {
        surcharged = all;
        await lease.release();
        log.info({ count, today }, 'late surcharges were added');
        return;
      }
    }
  };

  return async () => {
    await surcharge();
    const { rules, isPaused } = await readWishes(db.read);
    if (rules === null) return;
    const progress = await readProgress(db.read);
    if (progress === null) {
      // The reminders begin now, with those still to come.
      await command(null, async ({ tx, now }) => {
        if ((await readProgress(tx)) === null)
          await writeProgress(tx, { after: lastBegun(now, timeZone), asked: null });
      });
      return;
    }
    const run = runAt(progress, isPaused, clock.now(), timeZone);
    if (run === null || !(await holds())) return;
    await carryOut(run, rules);
    await lease.release();
  };
}

/** Checks every second. The returned function stops it. */
export function startReminding(environment: CommandEnvironment, log: FastifyBaseLogger): () => Promise<void> {
  let stopping = false;
  const look = createReminding(environment, log, () => stopping);
  let troubled = false;
  let looking: Promise<void> | null = null;
  const lookSafely = async (): Promise<void> => {
    try {
      await look();
      troubled = false;
    } catch (error) {
      if (!troubled && !stopping) {
        const entry = isUnavailable(error) ? { reason: String(error) } : { err: error };
        log.warn(entry, 'reminders cannot go out; it is tried again');
      }
      troubled = true;
    }
  };
  const timer = setInterval(() => {
    looking ??= lookSafely().finally(() => (looking = null));
  }, LOOK_MS);
  timer.unref();

  return async () => {
    stopping = true;
    clearInterval(timer);
    await looking;
  };
}

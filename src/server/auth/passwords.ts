// Hashing passwords, a few at a time. The hash runs in Node's worker threads, off the main thread; but these are few, and
// compressing answers and reading files need them too. Whatever came at once would keep all of them for seconds, so most
// sign-ins wait here instead, in order, and one thread and one core at least stay free for readers. What would wait too long
// is refused at once.
import { availableParallelism } from 'node:os';
import * as library from 'better-auth/crypto';
import { AppError } from '../errors.ts';

/** Node's own number, unless the environment says otherwise. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, THREADS - 2));

/** At a tenth of a second for each, the last one waits ten seconds; a browser gives up after thirty. */
const MAX_WAITING = 100;
const TRY_AGAIN_SECONDS = 60;

/** More people sign in at this moment than can be served: nothing was looked at, and nothing counts as a failure. */
export class BusyError extends AppError {
  constructor() {
    super('too-many-attempts', {
      message: 'Too many people are signing in at this moment. Please wait a minute and try again.',
      details: { seconds: TRY_AGAIN_SECONDS },
    });
  }
}

/**
 * Runs bodies in the order they came, at most `atOnce` at a time, while at most `mayWait` others wait; throws BusyError
 * for one more.
 */
export function queue(atOnce: number, mayWait: number): <T>(body: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (body) => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= mayWait) throw new BusyError();
    // Whoever leaves hands on the place, so that nobody slips in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await body();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

const inTurn = queue(AT_ONCE, MAX_WAITING);

/** The hash to keep, with its salt. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => library.hashPassword(password));

export const verifyPassword = (input: { hash: string; password: string }): Promise<boolean> =>
  inTurn(() => library.verifyPassword(input));

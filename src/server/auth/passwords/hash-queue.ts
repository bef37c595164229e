// The queue for hashing passwords. Hashes run in libuv's small thread pool, which compression and file reads also need.
// So only one or two run at a time while the others wait in order, and at least one thread and one core stay free. A
// hash that would wait too long is rejected immediately, or when its turn comes too late.
//
// No single client can fill the queue: each account, each network, and all unknown clients together have a limited
// share of it.
import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';

/** Node's default is 4. */
const THREAD_POOL_SIZE = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
const CONCURRENCY = Math.max(1, Math.min(availableParallelism() - 1, THREAD_POOL_SIZE - 2));

/** At 0.15 s per hash the last one waits 15 s. */
const MAX_WAITING = 100;
/** On a machine that is slower, or busy, a hash that has waited for this long is refused: requests time out after 30 s. */
const MAX_WAIT_MS = 20_000;
const RETRY_AFTER_SECONDS = 60;

/**
 * Maximum of running and waiting hashes. Accounts and networks may have as many as they may have failures
 * (attempts.ts).
 */
const MAX_PENDING = { account: 10, network: 50, strangers: 75 } as const;

/** A limit on the running and waiting hashes with this key. */
export interface Share {
  key: string;
  limit: number;
}

/** For a client that has authenticated to this account before: a known browser, a session or a link. */
export const sharesOfOwner = (account: string): Share[] => [{ key: `owner ${account}`, limit: MAX_PENDING.account }];

/** For any other client. `account` is null for input that is not an e-mail. */
export const sharesOfStranger = (account: string | null, network: string): Share[] => [
  ...(account === null ? [] : [{ key: `account ${account}`, limit: MAX_PENDING.account }]),
  { key: `network ${network}`, limit: MAX_PENDING.network },
  { key: 'strangers', limit: MAX_PENDING.strangers },
];

/** The queue is full. The password was not checked, and the attempt does not count. */
export class BusyError extends AppError {
  constructor() {
    super('too-many-attempts', {
      message: 'Too many people are signing in at the moment. Please wait a minute and try again.',
      details: { seconds: RETRY_AFTER_SECONDS },
    });
  }
}

export type Queue = <T>(shares: readonly Share[], body: () => Promise<T>) => Promise<T>;

/**
 * Runs bodies in order of arrival, at most `concurrency` at a time, with at most `maxWaiting` others waiting for at most
 * `maxWaitMs`. Throws BusyError for any more, and for any beyond a share.
 */
export function createQueue(concurrency: number, maxWaiting: number, maxWaitMs = MAX_WAIT_MS): Queue {
  const waiting: { since: number; begin: () => void; refuse: (error: BusyError) => void }[] = [];
  const pending = new Map<string, number>();
  let running = 0;
  const change = (shares: readonly Share[], by: 1 | -1): void => {
    for (const { key } of shares) {
      const count = (pending.get(key) ?? 0) + by;
      if (count === 0) pending.delete(key);
      else pending.set(key, count);
    }
  };
  const release = (): void => {
    const oldest = performance.now() - maxWaitMs;
    while (waiting[0] !== undefined && waiting[0].since < oldest) waiting.shift()?.refuse(new BusyError());
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.begin();
  };
  return async (shares, body) => {
    if (shares.some(({ key, limit }) => (pending.get(key) ?? 0) >= limit)) throw new BusyError();
    if (running >= concurrency && waiting.length >= maxWaiting) throw new BusyError();
    change(shares, 1);
    try {
      if (running < concurrency) running += 1;
      // The slot passes directly to the next in line, so that a newcomer cannot take it.
      else await new Promise<void>((begin, refuse) => waiting.push({ since: performance.now(), begin, refuse }));
      try {
        return await body();
      } finally {
        release();
      }
    } finally {
      change(shares, -1);
    }
  };
}

export const hashQueue = createQueue(CONCURRENCY, MAX_WAITING);

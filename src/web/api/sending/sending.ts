// Sending writes and actions. Each comes to an end, whatever becomes of its requests.
import type { CallInput, Operation, Output } from '../../../contract/operation.ts';
import { readSession } from '../../../contract/sign-in/auth.ts';
import { call, newKey, TIME_LIMIT_MS, ConnectionError, isRetryable, isTransient, OfflineError } from '../call.ts';
import { isOffline } from '../live/connection.ts';

/** An input, and the idempotency key it is sent under, which is generated if left out. */
export interface Write<O extends Operation> {
  input: CallInput<O>;
  key?: string;
}

/** How often a write without an answer is sent again. */
const MAX_RETRIES = 3;
/** The least that each of these attempts is waited for, in milliseconds. */
const LEAST_LIMIT_MS = 10_000;

/** How long to wait before attempt 1, 2, 3 of sending something again, in milliseconds. */
export const backOff = (retries: number): number => 500 * 3 ** retries;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const writeListeners = new Set<(write: Operation) => void>();

/** Calls `listener` when this page starts to change a record, because the change may be shown before the answer. */
export const onWrite = (listener: (write: Operation) => void): void => void writeListeners.add(listener);

/** Keys under which a request of this page went unanswered. */
const unanswered = new Set<string>();

/** Whether a request of this page under this key went unanswered, also if a retry was answered. */
export const isUnanswered = (key: string): boolean => unanswered.has(key);

/** If the server has not been heard from for a while, it is first asked whether it is there, with this time limit. */
const OFFLINE_LIMIT_MS = 4000;

/**
 * Asks whether the server is there.
 * @throws OfflineError
 */
export async function findServer({ write }: { write: boolean }): Promise<void> {
  await call(readSession, {}, { timeLimit: OFFLINE_LIMIT_MS }).catch((cause: unknown) => {
    if (cause instanceof ConnectionError) throw new OfflineError('There is no connection.', { write, cause });
  });
}

/**
 * Carries out an action, or anything else that is useless later: offline it is refused within seconds, and nothing is
 * sent.
 * @throws OfflineError, and what `call` throws
 */
export async function act<O extends Operation>(operation: O, input: CallInput<O>): Promise<Output<O>> {
  if (isOffline()) await findServer({ write: operation.writes });
  return call(operation, input);
}

async function attempt<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: { key: string; timeLimit: number },
): Promise<Output<O>> {
  if (isOffline()) await findServer({ write: operation.writes });
  try {
    return await call(operation, input, options);
  } catch (error) {
    if (isTransient(error)) unanswered.add(options.key);
    throw error;
  }
}

/**
 * Sends a write, again if there is no answer. The query library's own retries would wait until somebody looks at the
 * page, and each would take the full time.
 * @throws OfflineError, and what `call` throws
 */
export async function send<O extends Operation>(operation: O, { input, key = newKey() }: Write<O>): Promise<Output<O>> {
  const { writes } = operation;
  if (writes) for (const listener of writeListeners) listener(operation);
  const end = Date.now() + TIME_LIMIT_MS;
  for (let retries = 0; ; retries += 1) {
    const timeLimit = Math.max(end - Date.now(), LEAST_LIMIT_MS);
    try {
      return await attempt(operation, input, { key, timeLimit });
    } catch (error) {
      // Once in any case: while a phone is locked the page stands still, and its connections break.
      const hasTime = retries === 0 || Date.now() < end;
      if (!writes || !hasTime || retries === MAX_RETRIES || !isRetryable(error)) throw error;
    }
    await pause(backOff(retries));
  }
}

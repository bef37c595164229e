// Reading and writing from components.
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, Operation, Output } from '../../contract/operation.ts';
import { readSession } from '../../contract/sign-in/auth.ts';
import { call, newKey } from './call.ts';
import { invalidator } from './client.ts';
import type { CallError } from './errors.ts';
import { ConnectionError, isRetryable, isTransient, OfflineError } from './errors.ts';
import { isOffline } from './live/connection.ts';

export { queryClient } from './client.ts';

export interface ReadOptions {
  enabled?: boolean;
  /** Keeps showing the former answer while the one for another input is on its way (pages, searches). Default true. */
  keepPrevious?: boolean;
  /** how often to read again, in milliseconds */
  refetchInterval?: number;
}

/** The key under which the answer to this input is cached: `[operation.id, input]`. */
export function readKey<O extends Operation>(operation: O, input: CallInput<O>): [string, CallInput<O>] {
  return [operation.id, input];
}

/**
 * Reads an operation. The answer is read again when the live feed says that something has changed. Offline, a failed
 * read of data that is already there is no error: the banner says how old the data is.
 */
export function useRead<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: ReadOptions = {},
): UseQueryResult<Output<O>, CallError> {
  const result = useQuery<Output<O>, CallError, Output<O>, [string, CallInput<O>]>({
    queryKey: readKey(operation, input),
    queryFn: ({ signal }) => call(operation, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === false ? {} : { placeholderData: (previous) => previous }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
  });
  const { data, error } = result;
  if (data === undefined || !isTransient(error) || !isOffline()) return result;
  const success = { error: null, isError: false, isRefetchError: false, isSuccess: true, status: 'success' } as const;
  return { ...result, ...success } as UseQueryResult<Output<O>, CallError>;
}

/** An input, and the idempotency key it is sent under, which is generated if left out. */
export interface Write<O extends Operation> {
  input: CallInput<O>;
  key?: string;
}

export interface WriteOptions<O extends Operation, Context> {
  /** Shows the result before the answer; what it returns is passed to the callbacks below. */
  onMutate?: (write: Write<O>) => Promise<Context> | Context;
  onSuccess?: (output: Output<O>, write: Write<O>, context: Context) => unknown;
  onError?: (error: CallError, write: Write<O>, context: Context | undefined) => unknown;
  onSettled?: (
    output: Output<O> | undefined,
    error: CallError | null,
    write: Write<O>,
    context: Context | undefined,
  ) => unknown;
  /** Writes with the same scope are sent one after the other. */
  scope?: string;
}

/** How often a write without an answer is sent again. */
const MAX_RETRIES = 3;

/** Generated keys, so that a retry of a write uses the same one. */
const generatedKeys = new WeakMap<object, string>();

function keyOf<O extends Operation>(write: Write<O>): string {
  if (write.key !== undefined) return write.key;
  const key = generatedKeys.get(write) ?? newKey();
  generatedKeys.set(write, key);
  return key;
}

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

async function send<O extends Operation>(operation: O, write: Write<O>): Promise<Output<O>> {
  const key = keyOf(write);
  if (operation.writes) for (const listener of writeListeners) listener(operation);
  if (isOffline()) await findServer({ write: operation.writes });
  try {
    return await call(operation, write.input, { key });
  } catch (error) {
    if (isTransient(error)) unanswered.add(key);
    throw error;
  }
}

/**
 * Writes. If there is no answer, the same write is retried under the same key, so that it is carried out once;
 * `onError` is called only after that. What is on screen is read again in any case. Offline nothing is sent
 * (OfflineError).
 */
export function useWrite<O extends Operation, Context = unknown>(
  operation: O,
  options: WriteOptions<O, Context> = {},
): UseMutationResult<Output<O>, CallError, Write<O>, Context> {
  const { onMutate, onSuccess, onError, onSettled, scope } = options;
  return useMutation<Output<O>, CallError, Write<O>, Context>({
    mutationKey: [operation.id],
    mutationFn: (write) => send(operation, write),
    retry: (failures, error) => failures < MAX_RETRIES && operation.writes && isRetryable(error),
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    ...(onMutate === undefined ? {} : { onMutate: (write) => onMutate(write) }),
    ...(onSuccess === undefined ? {} : { onSuccess: (output, write, context) => onSuccess(output, write, context) }),
    ...(onError === undefined ? {} : { onError: (error, write, context) => onError(error, write, context) }),
    onSettled: (output, error, write, context) => {
      if (operation.writes) invalidator.add();
      return onSettled?.(output, error, write, context);
    },
  });
}

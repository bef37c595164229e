// Reading and writing from components.
import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallInput, Operation, Output } from '../../contract/operation.ts';
import { call, type CallError, isTransient } from './call.ts';
import { invalidator } from './client.ts';
import { isOffline } from './live/connection.ts';
import { useAction } from './sending/action.ts';
import { send, type Write } from './sending/sending.ts';

export { queryClient } from './client.ts';
export { useAction } from './sending/action.ts';
export { act, findServer, isUnanswered, onWrite, type Write } from './sending/sending.ts';

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
  return useAction<Output<O>, CallError, Write<O>, Context>({
    mutationKey: [operation.id],
    mutationFn: (write) => send(operation, write),
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

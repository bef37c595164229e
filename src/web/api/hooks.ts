// Reading and writing from components.
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, Operation, Output } from '../../contract/operation.ts';
import { call, newKey } from './call.ts';
import { refresher } from './client.ts';
import type { CallError } from './errors.ts';
import { mayPass } from './errors.ts';
import { topicsOf } from './refresh.ts';

export { newKey } from './call.ts';
export { queryClient } from './client.ts';

export interface ReadOptions {
  enabled?: boolean;
  /** Keeps showing the former answer while the one for another input is on its way (pages, searches). Default true. */
  keepPrevious?: boolean;
  /** Reads again by itself after so many milliseconds. */
  refetchInterval?: number;
}

/** The key under which the answer to this input is cached: `[operation.id, input]`. */
export function readKey<O extends Operation>(operation: O, input: CallInput<O>): [string, CallInput<O>] {
  return [operation.id, input];
}

/** Reads an operation and keeps it true: the live feed has it read again when something it shows has changed. */
export function useRead<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: ReadOptions = {},
): UseQueryResult<Output<O>, CallError> {
  return useQuery<Output<O>, CallError, Output<O>, [string, CallInput<O>]>({
    queryKey: readKey(operation, input),
    queryFn: ({ signal }) => call(operation, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === false ? {} : { placeholderData: (previous) => previous }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
  });
}

/** One submission. The key may be left out; one that outlives the page (a draft sent again) is the caller's. */
export interface Submission<O extends Operation> {
  input: CallInput<O>;
  key?: string;
}

export interface WriteOptions<O extends Operation, Context> {
  /** Shows the result before the answer; what it returns is handed to the callbacks below. */
  onMutate?: (submission: Submission<O>) => Promise<Context> | Context;
  onSuccess?: (output: Output<O>, submission: Submission<O>, context: Context) => unknown;
  onError?: (error: CallError, submission: Submission<O>, context: Context | undefined) => unknown;
  onSettled?: (
    output: Output<O> | undefined,
    error: CallError | null,
    submission: Submission<O>,
    context: Context | undefined,
  ) => unknown;
  /** Writes with the same scope are sent one after the other. */
  scope?: string;
}

/** How often a write whose answer got lost is sent again. */
const RESENDS = 3;

/** Generated keys by submission, so that sending it again uses the same one. */
const generatedKeys = new WeakMap<object, string>();

function keyOf<O extends Operation>(submission: Submission<O>): string {
  if (submission.key !== undefined) return submission.key;
  const key = generatedKeys.get(submission) ?? newKey();
  generatedKeys.set(submission, key);
  return key;
}

/** Keys under which something was sent from this page without an answer. */
const unanswered = new Set<string>();

/** Whether something went out under this key from this page, and the answer to it was lost. */
export const isUnanswered = (key: string): boolean => unanswered.has(key);

async function send<O extends Operation>(operation: O, submission: Submission<O>): Promise<Output<O>> {
  const key = keyOf(submission);
  try {
    return await call(operation, submission.input, { key });
  } catch (error) {
    if (mayPass(error)) unanswered.add(key);
    throw error;
  }
}

/**
 * Writes. When the answer is lost, the same submission is sent again by itself under the same key, so that it is
 * carried out once; an error reaches `onError` after that. What the write touches is read again in any case.
 */
export function useWrite<O extends Operation, Context = unknown>(
  operation: O,
  options: WriteOptions<O, Context> = {},
): UseMutationResult<Output<O>, CallError, Submission<O>, Context> {
  const { onMutate, onSuccess, onError, onSettled, scope } = options;
  return useMutation<Output<O>, CallError, Submission<O>, Context>({
    mutationKey: [operation.id],
    mutationFn: (submission) => send(operation, submission),
    retry: (failures, error) => failures < RESENDS && operation.writes && mayPass(error),
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    ...(onMutate === undefined ? {} : { onMutate: (submission) => onMutate(submission) }),
    ...(onSuccess === undefined
      ? {}
      : { onSuccess: (output, submission, context) => onSuccess(output, submission, context) }),
    ...(onError === undefined ? {} : { onError: (error, submission, context) => onError(error, submission, context) }),
    onSettled: (output, error, submission, context) => {
      if (operation.writes) refresher.add({ topics: topicsOf(operation.id) });
      return onSettled?.(output, error, submission, context);
    },
  });
}

// What a press of a button does, and when the button can be pressed again.
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';

/** What follows an answer keeps the button busy no longer than this, in milliseconds. */
const FOLLOWING_MS = 5000;

const briefly = (following: unknown): unknown =>
  following instanceof Promise
    ? Promise.race([following, new Promise((resolve) => setTimeout(resolve, FOLLOWING_MS))])
    : following;

/**
 * An action, whose button is busy while it `isPending`. A callback may return a promise, such as that of reading a list
 * again: the button is then busy until it is read, but not for long, because the answer has already come.
 */
export function useAction<Done = unknown, Failure = Error, Input = void, Context = unknown>(
  options: UseMutationOptions<Done, Failure, Input, Context>,
): UseMutationResult<Done, Failure, Input, Context> {
  const { onSuccess, onError, onSettled } = options;
  return useMutation({
    ...options,
    ...(onSuccess && { onSuccess: (...answer) => briefly(onSuccess(...answer)) }),
    ...(onError && { onError: (...answer) => briefly(onError(...answer)) }),
    ...(onSettled && { onSettled: (...answer) => briefly(onSettled(...answer)) }),
  });
}

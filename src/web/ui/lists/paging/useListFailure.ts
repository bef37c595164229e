// What to say if a list cannot be read.
import { useEffect } from 'react';
import { ApiError, type CallError } from '../../../api/errors.ts';
import { toast } from '../../feedback/toast.tsx';

interface ListFailure {
  query: { isError: boolean; error: CallError | null; errorUpdatedAt: number };
  sentence: string;
  /** the id of the toast */
  id: string;
}

/** Says in a toast that a list could not be read, after each attempt, until it has loaded or another screen is shown. */
export function useListFailure({ query: { isError, error, errorUpdatedAt }, sentence, id }: ListFailure): void {
  // The screen for signing in says that.
  const signedOut = error instanceof ApiError && error.code === 'not-signed-in';
  useEffect(() => {
    if (!isError || signedOut) return undefined;
    toast.error(sentence, { id });
    return () => toast.over(id);
  }, [isError, signedOut, errorUpdatedAt, sentence, id]);
}

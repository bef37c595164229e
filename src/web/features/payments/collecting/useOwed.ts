// What a member owes and has as credit, for a dialog that has just opened.
import { useState } from 'react';
import { type Owed, readOwed } from '../../../../contract/money/payments.ts';
import { ApiError } from '../../../api/errors.ts';
import { useRead } from '../../../api/hooks.ts';

/**
 * `owed` is undefined until it is read afresh: cached figures may be old, and nobody would have seen them change.
 * `gone`: there is no such member.
 */
export function useOwed(
  userId: string,
  enabled: boolean,
): { owed: Owed | undefined; failed: boolean; gone: boolean; tryAgain: () => void } {
  const query = useRead(readOwed, { params: { userId } }, { enabled, keepPrevious: false });
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && query.data !== undefined && !query.isFetching) setIsFresh(true);
  return {
    owed: isFresh ? query.data : undefined,
    failed: query.isError,
    gone: query.error instanceof ApiError && query.error.code === 'user-not-found',
    tryAgain: () => void query.refetch(),
  };
}

// What a dialog is about, once it has been read afresh: nobody would have seen the figures of the cache change.
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** The answer; undefined until there is one that does not come from the cache. */
export function useFresh<T, E>({ data, isFetching }: Pick<UseQueryResult<T, E>, 'data' | 'isFetching'>): T | undefined {
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && data !== undefined && !isFetching) setIsFresh(true);
  return isFresh ? data : undefined;
}

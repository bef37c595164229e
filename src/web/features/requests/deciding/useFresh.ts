// What a dialog is about, once it was read anew: figures kept from before may be old, and nobody has seen them change.
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** The answer, undefined until there is one that was not kept from before. */
export function useFresh<T, E>({ data, isFetching }: Pick<UseQueryResult<T, E>, 'data' | 'isFetching'>): T | undefined {
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && data !== undefined && !isFetching) setIsFresh(true);
  return isFresh ? data : undefined;
}

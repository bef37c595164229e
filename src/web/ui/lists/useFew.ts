// A list is there sooner without what is out of sight.
import { useDeferredValue } from 'react';

/** Of a list's first rendering: about what a phone shows. */
const FEW = 3;

/** How many elements of a list to render: few at first, and right after that all. */
export function useFew(count: number): number {
  return useDeferredValue(true, false) ? count : Math.min(count, FEW);
}

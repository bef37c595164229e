// A list is there sooner without what is out of sight.
import { useDeferredValue } from 'react';
import { isReturn } from '../../routing/location.ts';

/** Of a list's first rendering: about what a phone shows. */
const FEW = 3;

/** How many elements of a list to render: few at first, and right after that all; at once where Back led to the list. */
export function useFew(count: number): number {
  return useDeferredValue(true, isReturn()) ? count : Math.min(count, FEW);
}

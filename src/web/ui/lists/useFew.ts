// A list appears sooner without the rows that are out of view.
import { useDeferredValue } from 'react';
import { isReturn } from '../../routing/location.ts';

/** How many are rendered first: about what a phone shows. */
const FEW = 3;

/** How many elements of a list to render: few at first and all right after that; all at once after Back. */
export function useFew(count: number): number {
  return useDeferredValue(true, isReturn()) ? count : Math.min(count, FEW);
}

// What the + of the bar at the bottom does on the Fines screen: the form opens there, and the filter stays.
import { useEffect } from 'react';

let open: (() => void) | null = null;

/** Lets the + open the form of the screen on show. */
export function useAddFineHere(openHere: () => void): void {
  useEffect(() => {
    open = openHere;
    return () => {
      open = null;
    };
  });
}

/** False where the screen on show has no such form. */
export function addFineHere(): boolean {
  open?.();
  return open !== null;
}

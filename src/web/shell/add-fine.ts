// What the + of the bar at the bottom and the key do: on the Fines screen the form opens there, and the filter stays.
import { useEffect } from 'react';
import { addFinePath, userOn } from '../routing/paths.ts';

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

/** Adds a fine to whoever the screen of this path is about. */
export function addFineFrom(path: string): void {
  // As a link would.
  if (!addFineHere()) location.hash = addFinePath(userOn(path));
}

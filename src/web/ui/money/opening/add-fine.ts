// What the bottom bar's + and its key do. On the Fines screen the form opens in place, and the filter stays.
import { useEffect } from 'react';
import { addressIn, withParameter } from '../../../routing/address.ts';
import { replaceAddress } from '../../../routing/location.ts';
import { addFinePath, asksToAddFine, userOn } from '../../../routing/paths.ts';
import { keepTyped } from '../../keys/typed-ahead.ts';

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

/** Returns false if the screen on show has no such form. */
export function addFineHere(): boolean {
  open?.();
  return open !== null;
}

/** Opens the form for a fine to whoever the screen of this path is about. */
export function addFineFrom(path: string): void {
  keepTyped();
  // As a link would.
  if (!addFineHere()) location.hash = addFinePath(userOn(path));
}

/** Leaves the form before it is there: its screen stays, or comes, without it. */
export function cancelAddFine(): void {
  const address = addressIn(location.hash);
  if (asksToAddFine(address)) replaceAddress(withParameter(address, 'add', null));
}

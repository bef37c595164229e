// Which dialog of the keyboard is open over the screen, whatever screen it is: the finder, or the list of keys.
import { useSyncExternalStore } from 'react';

export type Overlay = 'finder' | 'keys';

let open: Overlay | null = null;
const listeners = new Set<() => void>();

export function showOverlay(overlay: Overlay | null): void {
  open = overlay;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => open);

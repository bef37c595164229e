// Asks before somebody signs out while fines wait on the device, because signing out drops them.
import { useSyncExternalStore } from 'react';
import { dropAll, waitingFines } from '../../offline/waiting/waiting-fines.ts';

let answer: ((leaves: boolean) => void) | null = null;
const listeners = new Set<() => void>();

function change(next: typeof answer): void {
  answer = next;
  for (const listener of listeners) listener();
}

/** Whether they may be signed out: nothing waits, or they have agreed that it is dropped. */
export function mayLeave(): Promise<boolean> {
  if (waitingFines().length === 0) return Promise.resolve(true);
  answer?.(false);
  return new Promise((resolve) => change(resolve));
}

/** Drops the waiting fines of the person who has signed out. */
export const dropWaiting = (): Promise<void> => (waitingFines().length === 0 ? Promise.resolve() : dropAll());

export function useLeaving(): { isAsked: boolean; reply: (leaves: boolean) => void } {
  const isAsked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => answer !== null,
  );
  return {
    isAsked,
    reply: (leaves) => {
      answer?.(leaves);
      change(null);
    },
  };
}

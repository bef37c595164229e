// A button that cannot be pressed at the moment. `disabled` would take the focus from it.
import { useState } from 'react';

interface BusyButton {
  'aria-disabled'?: true;
  'data-disabled'?: true;
}

/** Attributes only: its handler must refuse as well. */
export const busyButton = (busy: boolean): BusyButton => (busy ? { 'aria-disabled': true, 'data-disabled': true } : {});

/** Whether some work is under way, and what does it. However the work ends, the button can then be pressed again. */
export function useBusy(): [busy: boolean, during: <T>(work: () => Promise<T>) => Promise<T>] {
  const [busy, setBusy] = useState(false);
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  };
  return [busy, during];
}

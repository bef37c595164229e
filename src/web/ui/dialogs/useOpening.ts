// What a dialog needs to know of its openings.
import { useRef, useState } from 'react';

/** How often it was opened: the key of what it shows, so that every opening starts anew. */
export function useOpening(opened: boolean): number {
  const [openings, setOpenings] = useState({ opened, count: 0 });
  if (openings.opened !== opened) setOpenings({ opened, count: openings.count + (opened ? 1 : 0) });
  return openings.count;
}

/** The last value that was not null: what a dialog is about stays while it fades out. */
export function useLast<T>(value: T | null): T | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** Whether it is or was true: a dialog is rendered from its first opening on. */
export function useEver(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever || value;
}

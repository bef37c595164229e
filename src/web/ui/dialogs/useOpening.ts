// What a dialog needs to know about its openings.
import { useRef, useState } from 'react';

/** How often it was opened: a key for its content, so that every opening starts afresh. */
export function useOpening(opened: boolean): number {
  const [openings, setOpenings] = useState({ opened, count: 0 });
  if (openings.opened !== opened) setOpenings({ opened, count: openings.count + (opened ? 1 : 0) });
  return openings.count;
}

/** The last value that was not null, so that the content of a dialog stays while it fades out. */
export function useLast<T>(value: T | null): T | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}

/** Whether it is or ever was true: a dialog is rendered from its first opening on. */
export function useEver(value: boolean): boolean {
  const [ever, setEver] = useState(value);
  if (value && !ever) setEver(true);
  return ever || value;
}

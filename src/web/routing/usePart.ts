// A part of a screen that the address can lead to. It comes into sight; it, or the field meant, takes the focus.
import { type RefObject, useEffect, useRef } from 'react';
import { addressIn } from './address.ts';
import { currentHash, replaceAddress, useAddress } from './location.ts';
import { type Part, partIn } from './paths.ts';

/** What is above the part may still be loading, and would push it down. */
const LOADING_MS = 3000;

/** Also waits until a dialog that is closing has given the focus back. Ends as soon as the person does something. */
function leadTo(part: HTMLElement): void {
  const stop = new AbortController();
  // Called once at first, after the next layout.
  const observer = new ResizeObserver(() => {
    (part.querySelector<HTMLElement>('[data-autofocus]:enabled') ?? part).focus({ preventScroll: true });
    part.scrollIntoView();
  });
  const end = (): void => stop.abort();
  stop.signal.addEventListener('abort', () => observer.disconnect());
  // Capturing, because the press that led here may still be on its way up.
  const next = { capture: true, signal: stop.signal };
  for (const event of ['keydown', 'pointerdown', 'wheel']) document.addEventListener(event, end, next);
  setTimeout(end, LOADING_MS);
  observer.observe(document.body);
}

/**
 * Attributes for its element. The address then becomes that of the screen, or `here`, so that the same link works again.
 */
export function usePart(part: Part, here?: string): { ref: RefObject<HTMLDivElement | null>; tabIndex: -1 } {
  const ref = useRef<HTMLDivElement>(null);
  const asked = partIn(useAddress().search) === part;
  useEffect(() => {
    if (!asked || ref.current === null) return;
    leadTo(ref.current);
    replaceAddress(here ?? addressIn(currentHash()).path);
  }, [asked, here]);
  return { ref, tabIndex: -1 };
}

// A part of a screen that the address can lead to. It takes the focus, and comes into sight.
import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { addressIn } from './address.ts';
import { currentHash, replaceAddress, useAddress } from './location.ts';
import { asksToFill, type Part, partIn } from './paths.ts';

/** What is above the part may still be loading, and would push it down. */
const LOADING_MS = 3000;

/** `fill`: to its first field, once there is one. Also waits until a dialog that is closing has given the focus back. Ends as soon as the person does something. */
function leadTo(part: HTMLElement, fill: boolean): void {
  const stop = new AbortController();
  // Called once at first, after the next layout.
  const observer = new ResizeObserver(() => {
    const field = fill ? part.querySelector<HTMLElement>('input:not([type=hidden])') : null;
    (field ?? part).focus({ preventScroll: true });
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

/** Attributes for its element. `onFill`: where a form is to be opened first. The address then returns to the screen's, so that the same link works again. */
export function usePart(part: Part, onFill?: () => void): { ref: RefObject<HTMLDivElement | null>; tabIndex: -1 } {
  const ref = useRef<HTMLDivElement>(null);
  const { search } = useAddress();
  const asked = partIn(search) === part;
  const fill = asksToFill(search);
  const lead = useEffectEvent(() => {
    if (ref.current === null) return;
    if (fill && onFill !== undefined) onFill();
    else leadTo(ref.current, fill);
    replaceAddress(addressIn(currentHash()).path);
  });
  useEffect(() => {
    if (asked) lead();
  }, [asked]);
  return { ref, tabIndex: -1 };
}

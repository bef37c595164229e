// Where the focus goes when the focused element is gone: from a dialog back to what opened it or, if that is gone as
// well, e.g. the button of a deleted row, to the place that the screen marks, or to the screen's heading.
import { useEffect, useRef } from 'react';

/** For the element that takes the focus after a deletion. */
export const FOCUS_AFTER_DELETION = { 'data-focus-after-deletion': true, tabIndex: -1 } as const;

/** It is in the page, and not in a dialog that is closing. */
function isThere(element: Element | null): element is HTMLElement {
  if (!(element instanceof HTMLElement) || element === document.body || !element.isConnected) return false;
  return element.closest('[inert]') === null;
}

function focusPlaceOfScreen(): void {
  const place =
    document.querySelector<HTMLElement>('[data-focus-after-deletion]') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector<HTMLElement>('h1');
  if (place === null) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Focuses this element, unless the person has meanwhile moved the focus somewhere else. */
export function focusIfLost(element: HTMLElement | null): void {
  if (isThere(document.activeElement)) return;
  if (isThere(element)) element.focus({ preventScroll: true });
  else focusPlaceOfScreen();
}

/** For a dialog: on closing, the focus returns to where it was on opening. */
export function useReturnedFocus(opened: boolean): void {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (opened) {
      opener.current = document.activeElement;
      return;
    }
    const { current } = opener;
    opener.current = null;
    if (current === null) return;
    if (isThere(current)) current.focus({ preventScroll: true });
    // The element is gone, or can no longer be focused.
    if (document.activeElement !== current) focusIfLost(null);
  }, [opened]);
}

// Where the focus goes when the focused element is gone or disabled: from a dialog back to what opened it or, if that
// is gone as well, to another button of its row, or to what opened the dialog that it was in; if those are gone too, to
// the place that the screen marks, or to the heading.
import { useEffect, useInsertionEffect, useRef } from 'react';

/** For the element that takes the focus after a deletion. */
export const FOCUS_AFTER_DELETION = { 'data-focus-after-deletion': true, tabIndex: -1 } as const;

/** It is in the page and can be focused, and is not in a dialog that is closing. */
function isThere(element: Element | null): element is HTMLElement {
  if (!(element instanceof HTMLElement) || element === document.body || !element.isConnected) return false;
  return element.closest('[inert]') === null && !element.matches(':disabled');
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

/**
 * What a busy button did may take it away: then the place that the screen marks gets its focus, or the heading. A dialog
 * takes care of itself when it closes.
 */
export function keepFocusOfBusy(): () => void {
  let busy: HTMLElement | null = null;
  const observer = new MutationObserver(() => {
    if (busy?.isConnected === false && busy.closest('[role="dialog"]') === null) focusIfLost(null);
    const { activeElement } = document;
    busy =
      activeElement instanceof HTMLElement && activeElement.matches('[aria-disabled="true"]') ? activeElement : null;
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-disabled'] });
  return () => observer.disconnect();
}

/** What opened a dialog, and the row's buttons or the dialog that it belongs to. */
interface Opener {
  element: Element;
  group: Element | null;
  /** what opened the dialog that was on top, which may close as this one opens */
  behind: Opener | null;
}

/** What opened the dialogs that are open, the one on top last. */
const openers = new Set<Opener>();

const GROUP = '[data-row-actions], [role="dialog"]';

/** The first button that its group still has. */
const neighbourOf = ({ group }: Opener): HTMLElement | null =>
  group?.querySelector<HTMLElement>(':is(a[href], button:not(:disabled))') ?? null;

/** Ends the guard of the previous dialog's opener. */
let endGuard = (): void => undefined;

/**
 * The opener has the focus again, but what was saved may still remove or disable it: a fine waived in full cannot be
 * waived again, and who handed over everything has nothing to hand over. Ends when the person goes elsewhere.
 */
function guard(opener: Opener): void {
  const stop = new AbortController();
  const observer = new MutationObserver(() => {
    if (isThere(opener.element)) return;
    endGuard();
    focusIfLost(neighbourOf(opener));
  });
  endGuard = () => {
    observer.disconnect();
    stop.abort();
  };
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  for (const event of ['focusin', 'pointerdown']) document.addEventListener(event, endGuard, { signal: stop.signal });
}

/** Gives the focus back to what opened a dialog, or to what is nearest to it and still there. */
function returnTo(opener: Opener): void {
  const { element, behind } = opener;
  if (isThere(element)) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return guard(opener);
  }
  // Nothing had the focus, or the element is gone or can no longer be focused.
  const neighbour = neighbourOf(opener);
  if (behind !== null && !isThere(neighbour)) return returnTo(behind);
  return focusIfLost(neighbour);
}

/** A link in the dialog led to another screen, which has the focus already. */
const hasLeft = ({ element }: Opener): boolean =>
  document.activeElement !== element && document.activeElement?.matches('main, main *') === true;

/** For a dialog: on closing, the focus returns to where it was on opening, unless a link in it led to another screen. */
export function useReturnedFocus(opened: boolean): void {
  const opener = useRef<Opener | null>(null);
  // Before the dialog can set its first focus, which an effect may come after.
  useInsertionEffect(() => {
    if (!opened) return;
    const element = document.activeElement ?? document.body;
    const behind = [...openers].at(-1) ?? null;
    opener.current = { element, group: element.closest(GROUP), behind };
    openers.add(opener.current);
  }, [opened]);
  useEffect(() => {
    const { current } = opener;
    if (current === null) return undefined;
    if (opened) return () => void openers.delete(current);
    opener.current = null;
    if (hasLeft(current)) return undefined;
    endGuard();
    returnTo(current);
    return undefined;
  }, [opened]);
}

// Where the focus of a dialog starts: on the part marked with `data-autofocus`. It is set before the next key even if
// that part must first be fetched or read, so that no key is lost; but not after the person has acted in the dialog.
import type { RefCallback } from 'react';
import { useCallback, useEffect, useRef } from 'react';

const isUsable = (part: HTMLElement): boolean => !part.matches(':disabled') && part.getClientRects().length > 0;

function focusFirst(dialog: Element): boolean {
  const part = [...dialog.querySelectorAll<HTMLElement>('[data-autofocus]')].find(isUsable);
  part?.focus({ preventScroll: true });
  return part !== undefined;
}

/** Watches a dialog until its first focus has been set. */
function follow(dialog: Element): () => void {
  if (focusFirst(dialog)) return () => undefined;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  // Called before the page is painted with the part that was added.
  const observer = new MutationObserver(() => {
    if (focusFirst(dialog)) end();
  });
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['pointerdown', 'keydown']) dialog.addEventListener(event, end, { signal: stop.signal });
  return end;
}

/** The focused element is gone, e.g. with the buttons of the previous step, or no longer takes keys. */
const isLost = (dialog: Element): boolean => {
  const focused = document.activeElement;
  return focused === null || !dialog.contains(focused) || focused === dialog || focused.matches(':disabled');
};

/** The ref of an element that stays as long as the dialog. `step` changes when other parts replace the former ones. */
export function useFirstFocus(opened: boolean, step: string | undefined): RefCallback<HTMLElement> {
  const within = useRef<HTMLElement | null>(null);
  const end = useRef(() => {});
  const begin = useCallback(() => {
    end.current();
    const dialog = within.current?.closest('[role="dialog"]') ?? null;
    end.current = dialog === null ? () => undefined : follow(dialog);
  }, []);
  useEffect(() => {
    const dialog = within.current?.closest('[role="dialog"]') ?? null;
    if (opened && dialog !== null && isLost(dialog)) begin();
    // A closing dialog no longer looks for its focus.
    if (!opened) end.current();
  }, [opened, step, begin]);
  return useCallback(
    (element) => {
      within.current = element;
      begin();
    },
    [begin],
  );
}

// Where the focus of a dialog begins: on the part marked with `data-autofocus`. It is there before the next key, also where that
// part is fetched or read first, so that no key is lost; not any more once the person has done something in the dialog.
import type { RefCallback } from 'react';
import { useCallback, useEffect, useRef } from 'react';

const isUsable = (part: HTMLElement): boolean => !part.matches(':disabled') && part.getClientRects().length > 0;

function focusFirst(dialog: Element): boolean {
  const part = [...dialog.querySelectorAll<HTMLElement>('[data-autofocus]')].find(isUsable);
  part?.focus({ preventScroll: true });
  return part !== undefined;
}

/** Follows a dialog until the focus is where it begins. */
function follow(dialog: Element): () => void {
  if (focusFirst(dialog)) return () => undefined;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  // Told before the page is drawn with what was added.
  const observer = new MutationObserver(() => {
    if (focusFirst(dialog)) end();
  });
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['pointerdown', 'keydown']) dialog.addEventListener(event, end, { signal: stop.signal });
  return end;
}

/** What had the focus is gone, e.g. with the buttons of the step before, or takes no key any more. */
const isLost = (dialog: Element): boolean => {
  const focused = document.activeElement;
  return focused === null || !dialog.contains(focused) || focused === dialog || focused.matches(':disabled');
};

/** For an element in the dialog that is there as long as it is. `step`: changes where other parts take the place of those before. */
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
    // One that is on its way out looks for nothing.
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

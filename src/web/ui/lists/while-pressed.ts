// While somebody presses something, it stays where it is: an answer that came between press and release could move the
// row away from under the pointer, and the click would then meet nothing.

/** For a release that the page is not told of, as on some scroll bars. */
const LONGEST_PRESS_MS = 2000;
/** The click of a finger may be a task of its own, after the release. */
const UNTIL_CLICK_MS = 50;

type Pressed = Event & { isPrimary?: boolean; button?: number };

/** For TanStack Query: its observers are told of answers at once, or after the press that is under way on the page. */
export function afterPresses(page: EventTarget): (tell: () => void) => void {
  let waiting: (() => void)[] | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    const told = waiting ?? [];
    waiting = null;
    for (const tell of told) tell();
  };
  const endIn = (delay: number): void => {
    if (waiting === null) return;
    clearTimeout(timer);
    timer = setTimeout(end, delay);
  };
  const on = (types: readonly string[], listener: (event: Pressed) => void): void => {
    for (const type of types) page.addEventListener(type, listener, { capture: true });
  };
  on(['pointerdown'], ({ isPrimary, button }) => {
    if (isPrimary !== true || button !== 0) return;
    waiting ??= [];
    endIn(LONGEST_PRESS_MS);
  });
  on(['pointerup'], () => endIn(UNTIL_CLICK_MS));
  // A click's own listeners come first.
  on(['click', 'contextmenu', 'pointercancel'], () => endIn(0));
  // Not that of a field, which a press elsewhere blurs.
  on(['blur'], ({ target }) => target === page && endIn(0));
  return (tell) => {
    if (waiting === null) setTimeout(tell);
    else waiting.push(tell);
  };
}

// Which parts of a long list are near what is on the screen: only those are there, and empty space of about their height
// stands for the others, so that a list of thousands costs no more to scroll than a short one.
import type { RefObject } from 'react';
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How far above and below the screen counts as near, in pixels: enough to be there before the thumb is. */
const MARGIN = 900;
/** What flies past in a quick jump through the list is not worth fetching. */
const REST_MS = 60;

export interface Near {
  list: RefObject<HTMLDivElement | null>;
  /** Give it to each part, with its number from 0 as `data-index`. */
  watch: (element: HTMLElement | null) => (() => void) | undefined;
  /** the numbers of those that are near, ascending */
  parts: readonly number[];
  /** of what stands for the parts from the one up to before the other, in pixels; each as it was last, else as is usual */
  spaceOf(from: number, to: number): number;
}

/** Numbers of parts. */
interface Shown {
  from: number;
  /** the one after the last */
  to: number;
  /** another one, which holds the focus */
  focused: number | undefined;
}

/** in pixels */
interface Measures {
  /** of the first part that was measured */
  height: number;
  /** between two parts */
  gap: number;
}

const sameParts = (a: Shown, b: Shown): boolean => a.from === b.from && a.to === b.to && a.focused === b.focused;

function partsOf({ from, to, focused }: Shown, count: number): number[] {
  // The list may have become shorter than where it was looked at.
  const first = Math.max(0, Math.min(from, count - 1));
  const parts = Array.from({ length: Math.min(to, count) - first }, (_, offset) => first + offset);
  if (focused === undefined || focused >= count) return parts;
  return focused < first ? [focused, ...parts] : [...parts, focused];
}

/**
 * `count` parts; `ready`: the first one shows what it is to show. A part that holds the focus stays, however far away it
 * is scrolled, so that the keyboard can go on from there.
 */
export function useNear(count: number, ready: boolean): Near {
  const [shown, setShown] = useState<Shown>({ from: 0, to: 1, focused: undefined });
  const [usual, setUsual] = useState<Measures>({ height: 0, gap: 0 });
  const list = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<number, number>());
  const sizes = useRef<ResizeObserver | null>(null);

  const spaceOf = useCallback(
    (from: number, to: number): number => {
      let space = (to - from) * (usual.height + usual.gap) - usual.gap;
      for (const [index, height] of heights.current) if (index >= from && index < to) space += height - usual.height;
      return Math.max(0, space);
    },
    [usual],
  );

  const watch = useCallback((element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined;
    sizes.current ??= new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const height = borderBoxSize[0]?.blockSize;
        // Before it is taken away it may be seen once more, without a height.
        if (height) heights.current.set(Number(target.getAttribute('data-index')), height);
      }
    });
    const { current } = sizes;
    current.observe(element);
    return () => current.unobserve(element);
  }, []);

  useLayoutEffect(() => {
    const { current } = list;
    if (!ready || current === null) return undefined;
    let width = -1;
    const measure = (): void => {
      const part = current.querySelector(':scope > [data-index]');
      // With another width, other heights.
      if (current.clientWidth === width || part === null) return;
      width = current.clientWidth;
      heights.current.clear();
      setUsual({ height: part.getBoundingClientRect().height, gap: parseFloat(getComputedStyle(current).rowGap) });
    };
    measure();
    const resizing = new ResizeObserver(measure);
    resizing.observe(current);
    return () => resizing.disconnect();
  }, [ready]);

  useEffect(() => {
    const { current } = list;
    if (!ready || current === null || usual.height === 0) return undefined;
    let frame = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;

    const look = (): Shown => {
      // From the top of the list to where near begins, and to where it ends.
      const above = -MARGIN - current.getBoundingClientRect().top;
      const below = above + innerHeight + 2 * MARGIN;
      let from = 0;
      const heightOf = (index: number): number => (heights.current.get(index) ?? usual.height) + usual.gap;
      let end = heightOf(0);
      while (from < count - 1 && end <= above) {
        from += 1;
        end += heightOf(from);
      }
      let to = from + 1;
      while (to < count && end < below) {
        end += heightOf(to);
        to += 1;
      }
      const holder = current.contains(document.activeElement) ? document.activeElement?.closest('[data-index]') : null;
      const focused = holder ? Number(holder.getAttribute('data-index')) : undefined;
      return { from, to, focused: focused !== undefined && (focused < from || focused >= to) ? focused : undefined };
    };
    const show = (next: Shown): void =>
      startTransition(() => setShown((before) => (sameParts(before, next) ? before : next)));
    const update = (): void => {
      frame = 0;
      clearTimeout(rest);
      const next = look();
      const jumped = ![...current.children].some((part) => {
        const index = Number(part.getAttribute('data-index') ?? -1);
        return index >= next.from && index < next.to;
      });
      if (jumped) rest = setTimeout(() => show(look()), REST_MS);
      else show(next);
    };
    const moved = (): void => {
      if (frame === 0) frame = requestAnimationFrame(update);
    };

    moved();
    document.addEventListener('scroll', moved, { passive: true });
    window.addEventListener('resize', moved);
    // What comes above the list, or opens in it, moves what is near as well.
    const resizing = new ResizeObserver(moved);
    resizing.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      document.removeEventListener('scroll', moved);
      window.removeEventListener('resize', moved);
      resizing.disconnect();
    };
  }, [count, ready, usual]);

  return { list, watch, parts: partsOf(shown, count), spaceOf };
}

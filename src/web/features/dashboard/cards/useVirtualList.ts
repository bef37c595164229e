// A virtual list: only the parts near the viewport are rendered, with empty space in place of the others, so that a
// list of thousands costs no more to scroll than a short one.
import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How far above and below the viewport parts are rendered, in pixels. */
const OVERSCAN = 900;
/** A part that stays in view for less than this during a quick jump is not worth fetching. */
const JUMP_REST_MS = 60;

export interface VirtualList {
  list: RefObject<HTMLDivElement | null>;
  /** The ref of each part, whose `data-index` is its number from 0. */
  measure: (element: HTMLElement | null) => (() => void) | undefined;
  /** the numbers of the rendered parts, ascending */
  parts: readonly number[];
  /** Height in pixels of the parts from `from` up to, but excluding, `to`: each as last measured, or as the first. */
  spaceOf(from: number, to: number): number;
}

/** Numbers of parts. */
interface Range {
  from: number;
  /** exclusive */
  to: number;
  /** a part outside the range that holds the focus */
  focused: number | undefined;
}

/** in pixels */
interface Measures {
  /** of the first part */
  height: number;
  /** between two parts */
  gap: number;
}

const sameParts = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to && a.focused === b.focused;

function partsOf({ from, to, focused }: Range, count: number): number[] {
  // The list may have become shorter than the place that was looked at.
  const first = Math.max(0, Math.min(from, count - 1));
  const parts = Array.from({ length: Math.min(to, count) - first }, (_, offset) => first + offset);
  if (focused === undefined || focused >= count) return parts;
  return focused < first ? [focused, ...parts] : [...parts, focused];
}

/**
 * `ready`: the first part has its content. `form`: parts in another form have other heights. A part that holds the focus stays rendered however far it is scrolled away,
 * so that the keyboard can continue from there.
 */
export function useVirtualList(count: number, ready: boolean, form: boolean): VirtualList {
  const [shown, setShown] = useState<Range>({ from: 0, to: 1, focused: undefined });
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

  const measure = useCallback((element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined;
    sizes.current ??= new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const height = borderBoxSize[0]?.blockSize;
        // When it is removed, it is reported once more, without a height.
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
    const measureFirst = (): void => {
      const part = current.querySelector(':scope > [data-index]');
      // Heights depend on the width.
      if (current.clientWidth === width || part === null) return;
      width = current.clientWidth;
      heights.current.clear();
      setUsual({ height: part.getBoundingClientRect().height, gap: parseFloat(getComputedStyle(current).rowGap) });
    };
    measureFirst();
    const resizing = new ResizeObserver(measureFirst);
    resizing.observe(current);
    return () => resizing.disconnect();
  }, [ready, form]);

  useEffect(() => {
    const { current } = list;
    if (!ready || current === null || usual.height === 0) return undefined;
    let frame = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;

    const rangeInView = (): Range => {
      // From the top of the list to both edges of the rendered area.
      const above = -OVERSCAN - current.getBoundingClientRect().top;
      const below = above + innerHeight + 2 * OVERSCAN;
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
    const show = (next: Range): void =>
      startTransition(() => setShown((before) => (sameParts(before, next) ? before : next)));
    const update = (): void => {
      frame = 0;
      clearTimeout(rest);
      const next = rangeInView();
      const jumped = ![...current.children].some((part) => {
        const index = Number(part.getAttribute('data-index') ?? -1);
        return index >= next.from && index < next.to;
      });
      if (jumped) rest = setTimeout(() => show(rangeInView()), JUMP_REST_MS);
      else show(next);
    };
    const moved = (): void => {
      if (frame === 0) frame = requestAnimationFrame(update);
    };

    moved();
    document.addEventListener('scroll', moved, { passive: true });
    window.addEventListener('resize', moved);
    // Content that grows above or inside the list moves it.
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

  return { list, measure, parts: partsOf(shown, count), spaceOf };
}

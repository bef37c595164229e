// Which parts of a long list are near what is on the screen: only those are there in full, the others as empty space of
// about their height.
import type { RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How far above and below the screen counts as near: enough to be there before the thumb is. */
const MARGIN = '900px 0px';
/** What flies past in a quick jump through the list is not worth fetching. */
const REST_MS = 60;

interface Near {
  list: RefObject<HTMLDivElement | null>;
  /** Give it to each part, with its number from 0 as `data-index`. */
  watch: (element: HTMLElement | null) => (() => void) | undefined;
  isNear(index: number): boolean;
  /** of a part that is not near, in pixels: as it was when it last was, else as the first part is */
  heightOf(index: number): number;
}

/**
 * `ready`: the first part shows what it is to show. A part that holds the focus stays, however far away it is
 * scrolled, so that the keyboard can go on from there.
 */
export function useNear(ready: boolean): Near {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0]));
  const [usual, setUsual] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<number, number>());
  const seen = useRef(new Map<number, Element>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const observer = useRef<IntersectionObserver | null>(null);

  const notice = useCallback((entries: readonly IntersectionObserverEntry[]): void => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const index = Number(target.getAttribute('data-index'));
      if (isIntersecting) seen.current.set(index, target);
      else if (!target.contains(document.activeElement)) {
        if (target.childElementCount > 0) heights.current.set(index, boundingClientRect.height);
        seen.current.delete(index);
      }
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear(new Set(seen.current.keys())), REST_MS);
  }, []);

  const watch = useCallback(
    (element: HTMLElement | null): (() => void) | undefined => {
      if (element === null) return undefined;
      observer.current ??= new IntersectionObserver(notice, { rootMargin: MARGIN });
      const { current } = observer;
      current.observe(element);
      return () => {
        current.unobserve(element);
        seen.current.delete(Number(element.dataset['index']));
      };
    },
    [notice],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      observer.current?.disconnect();
      observer.current = null;
    },
    [],
  );

  useLayoutEffect(() => {
    const { current } = list;
    if (!ready || current === null) return undefined;
    let width = -1;
    const measure = (): void => {
      const first = current.firstElementChild;
      // With another width, other heights.
      if (current.clientWidth === width || first === null) return;
      width = current.clientWidth;
      heights.current.clear();
      if (first.childElementCount > 0) setUsual(first.getBoundingClientRect().height);
    };
    measure();
    const resizing = new ResizeObserver(measure);
    resizing.observe(current);
    return () => resizing.disconnect();
  }, [ready]);

  return {
    list,
    watch,
    isNear: (index) => near.has(index),
    heightOf: (index) => heights.current.get(index) ?? usual,
  };
}

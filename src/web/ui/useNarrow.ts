// Whether a frame has too little room for a table, measured where it stands: beside an open or a collapsed sidebar, in a window of any
// width.
import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/** `needed` in pixels. Right from the first moment, so that the layout does not change under the reader. */
export function useNarrow(needed: number): { frame: RefObject<HTMLDivElement | null>; narrow: boolean } {
  const frame = useRef<HTMLDivElement>(null);
  const [narrow, setNarrow] = useState(() => innerWidth < needed);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const measure = (): void => setNarrow(current.clientWidth < needed);
    measure();
    const resizing = new ResizeObserver(measure);
    resizing.observe(current);
    return () => resizing.disconnect();
  }, [needed]);
  return { frame, narrow };
}

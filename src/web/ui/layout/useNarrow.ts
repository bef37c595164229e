// Whether a frame has too little room for a table, measured where it stands: beside an open or a collapsed sidebar, in a
// window of any width.
import type { RefCallback } from 'react';
import { useCallback, useState } from 'react';

/**
 * `needed` in pixels; `frame` is the ref of what is measured. Right from the first moment, so that the layout does not change
 * under the reader.
 */
export function useNarrow(needed: number): { frame: RefCallback<HTMLElement>; narrow: boolean } {
  const [narrow, setNarrow] = useState(() => innerWidth < needed);
  const frame = useCallback<RefCallback<HTMLElement>>(
    (element) => {
      if (element === null) return undefined;
      const measure = (): void => setNarrow(element.clientWidth < needed);
      measure();
      const resizing = new ResizeObserver(measure);
      resizing.observe(element);
      return () => resizing.disconnect();
    },
    [needed],
  );
  return { frame, narrow };
}

// How wide an element is, in whole pixels; 0 until it is measured.
import type { RefCallback } from 'react';
import { useCallback, useState } from 'react';

export function useWidth(): { frame: RefCallback<HTMLElement>; width: number } {
  const [width, setWidth] = useState(0);
  const frame = useCallback<RefCallback<HTMLElement>>((element) => {
    if (element === null) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const resizing = new ResizeObserver(measure);
    resizing.observe(element);
    return () => resizing.disconnect();
  }, []);
  return { frame, width };
}

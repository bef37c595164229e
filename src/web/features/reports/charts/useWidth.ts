// How wide an element is, in whole pixels of letters of the usual size; 0 until it is measured. A drawing of this width that fills
// the element grows with the letters.
import type { RefCallback } from 'react';
import { useCallback, useState } from 'react';

export function useWidth(): { frame: RefCallback<HTMLElement>; width: number } {
  const [width, setWidth] = useState(0);
  const frame = useCallback<RefCallback<HTMLElement>>((element) => {
    if (element === null) return undefined;
    const measure = (): void => {
      const size = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      setWidth(Math.floor(element.clientWidth / size));
    };
    measure();
    const resizing = new ResizeObserver(measure);
    resizing.observe(element);
    return () => resizing.disconnect();
  }, []);
  return { frame, width };
}

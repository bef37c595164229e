// How wide an element is, in whole pixels at the usual text size; 0 until it is measured. A drawing of this width that
// fills the element grows with the text. On paper the width is given, because printing ignores changes of width.
import type { RefCallback } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function useWidth(onPaper: number): { frame: RefCallback<HTMLElement>; width: number; isPaper: boolean } {
  const [width, setWidth] = useState(0);
  const [isPaper, setPaper] = useState(false);
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
  useEffect(() => {
    // Rendered before this returns, so that it is printed.
    const begin = (): void => flushSync(() => setPaper(true));
    const end = (): void => setPaper(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return { frame, width: isPaper ? onPaper : width, isPaper };
}

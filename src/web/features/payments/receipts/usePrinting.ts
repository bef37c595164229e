// A page that prints by itself.
import { useEffect, useRef } from 'react';

/** Prints once, as soon as everything is ready, including the Urdu font. */
export function usePrinting(ready: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    void document.fonts.ready.then(() => print());
  }, [ready]);
}

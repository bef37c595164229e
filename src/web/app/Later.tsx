// What nobody waits for: rendered once the screen has been drawn, so that its files and requests do not compete with
// those of the screen. A component of its own, so that nothing but its children is rendered again.
import type { JSX, ReactNode } from 'react';
import { useEffect, useState } from 'react';

/** Enough for a slow phone to paint. */
const LATER_MS = 100;

export function Later({ children }: { children: ReactNode }): JSX.Element | null {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDrawn(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn ? <>{children}</> : null;
}

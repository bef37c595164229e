// The column a screen consists of: header, figures, tools and list.
import type { JSX, ReactNode } from 'react';
import classes from './layout.module.css';

interface ScreenProps {
  /** A button floats over the end of the screen. */
  floating?: boolean;
  children: ReactNode;
}

export function Screen({ floating = false, children }: ScreenProps): JSX.Element {
  return (
    <div className={classes['screen']} data-floating={floating || undefined}>
      {children}
    </div>
  );
}

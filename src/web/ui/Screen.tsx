// The column a screen consists of: its head, figures, tools and list, with the same room between them everywhere.
import type { JSX, ReactNode } from 'react';
import classes from './Screen.module.css';

interface ScreenProps {
  /** There is a button that floats over the end of the screen. */
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

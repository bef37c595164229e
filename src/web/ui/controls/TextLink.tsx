// A link within text, such as a name or a day; large enough for a thumb where there is no pointer.
import type { JSX, ReactNode } from 'react';
import classes from './controls.module.css';

interface TextLinkProps {
  /** a path of paths.ts */
  to: string;
  /** within a sentence, where nothing else distinguishes it from the words around it */
  inText?: boolean;
  children: ReactNode;
}

export function TextLink({ to, inText = false, children }: TextLinkProps): JSX.Element {
  return (
    <a href={`#${to}`} className={classes['link']} data-in-text={inText || undefined}>
      {children}
    </a>
  );
}

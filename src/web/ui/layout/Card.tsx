// A surface with a border for things that belong together. Its content sets the padding.
import type { HTMLAttributes, JSX, Ref } from 'react';
import classes from './layout.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** default 'div' */
  component?: 'div' | 'section' | 'li';
  ref?: Ref<HTMLDivElement>;
}

export function Card({ component = 'div', className = '', ...rest }: CardProps): JSX.Element {
  // Any element has these attributes.
  const Element = component as 'div';
  return <Element {...rest} className={`${classes['card']} ${className}`} />;
}

// A surface with a border: what lies on it belongs together. Padding is up to what is in it.
import type { HTMLAttributes, JSX, Ref } from 'react';
import classes from './Card.module.css';

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** default 'div' */
  component?: 'div' | 'section' | 'li';
  ref?: Ref<HTMLDivElement>;
}

export function Card({ component = 'div', className = '', ...rest }: CardProps): JSX.Element {
  // The attributes are those of any element.
  const Element = component as 'div';
  return <Element {...rest} className={`${classes['card']} ${className}`} />;
}

// A person's initials in a circle. Always beside the name, so it is hidden from screen readers.
import type { JSX } from 'react';
import { initials } from '../../../core/people/person-name.ts';
import classes from './people.module.css';

export function Avatar({ name, size = 36 }: { name: string; size?: number }): JSX.Element {
  return (
    <span aria-hidden className={classes['avatar']} style={{ inlineSize: size, blockSize: size, fontSize: size * 0.4 }}>
      {initials(name)}
    </span>
  );
}

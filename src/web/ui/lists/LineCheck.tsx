// The result of checking a line of a list or file: that it is right, or each thing that is wrong with it.
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import classes from './lists.module.css';

export function LineRight({ children }: { children: ReactNode }): JSX.Element {
  return (
    <span className={classes['right']}>
      <IconCheck size={16} aria-hidden />
      {children}
    </span>
  );
}

export function LineProblems({ id, sentences }: { id?: string; sentences: readonly string[] }): JSX.Element {
  return (
    <ul id={id} className={classes['problems']}>
      {sentences.map((sentence, place) => (
        <li key={place}>
          <IconAlertCircle size={16} aria-hidden />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}

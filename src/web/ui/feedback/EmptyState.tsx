// Shown in place of an empty list: why it is empty, and what to do about it.
import type { JSX, ReactNode } from 'react';
import classes from './feedback.module.css';

interface EmptyStateProps {
  /** a decorative icon, e.g. `<IconUsers />` */
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** a button or link, outlined: the screen's primary button stands above the list */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps): JSX.Element {
  return (
    <div className={classes['empty']}>
      {icon === undefined ? null : (
        <span aria-hidden className={classes['icon']}>
          {icon}
        </span>
      )}
      <p className={classes['title']}>{title}</p>
      {text === undefined ? null : <p className={classes['text']}>{text}</p>}
      {action === undefined ? null : <div className={classes['action']}>{action}</div>}
    </div>
  );
}

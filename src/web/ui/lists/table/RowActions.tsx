// What can be done with a row: buttons that are icons, each named with what it is done to.
import type { JSX, ReactNode } from 'react';
import { busyButton } from '../../controls/busy-button.ts';
import { IconAction } from '../../controls/IconAction.tsx';
import classes from './DataTable.module.css';
import { ROW_ACTIONS } from './keyboard.ts';

export interface RowAction {
  /** e.g. "Mark Paid" */
  label: string;
  icon: ReactNode;
  color?: 'green';
  /** It takes something away: red under the pointer and the focus, not in every row. */
  danger?: true;
  onClick?: () => void;
  /** in place of `onClick`: a path of paths.ts that it leads to */
  to?: string;
  /** It is under way: a press does nothing. */
  busy?: boolean;
  opensDialog?: true;
}

interface RowActionsProps {
  /** what this person may do, each at its place; `false` for what they may not */
  actions: readonly (RowAction | false)[];
  /** the label with what it is done to, e.g. "Mark Paid: Late arrival of Ayesha Khan" */
  named: (label: string) => string;
}

export function RowActions({ actions, named }: RowActionsProps): JSX.Element {
  return (
    <span className={classes['buttons']} {...ROW_ACTIONS}>
      {actions.map(
        (action, place) =>
          action !== false && (
            <IconAction
              // The button that was pressed keeps the focus when it becomes its opposite.
              key={place}
              data-action={action.label}
              {...(action.busy === undefined ? {} : busyButton(action.busy))}
              label={action.label}
              accessibleLabel={named(action.label)}
              color={action.color ?? 'gray'}
              {...(action.danger && { className: classes['danger'] ?? '' })}
              icon={action.icon}
              {...(action.opensDialog && { 'aria-haspopup': 'dialog' as const })}
              {...(action.to !== undefined && { to: action.to })}
              onClick={() => action.busy === true || action.onClick?.()}
            />
          ),
      )}
    </span>
  );
}

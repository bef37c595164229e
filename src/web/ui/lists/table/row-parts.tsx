// The actions on a row: buttons with icons, each named with what it acts on.
import type { JSX, ReactNode } from 'react';
import { busyButton, IconAction } from '../../controls/buttons.tsx';
import { actionsColumn, type Column } from './columns.ts';
import classes from './table.module.css';
import { ROW_ACTIONS } from './keyboard.ts';

export interface RowAction {
  /** e.g. "Mark Paid" */
  label: string;
  icon: ReactNode;
  color?: 'green';
  /** It removes something: red only when hovered or focused, so that not every row is. */
  danger?: true;
  onClick?: () => void;
  /** in place of `onClick`: the path of paths.ts to which it leads */
  to?: string;
  /** It is under way, so a press does nothing. */
  busy?: boolean;
  opensDialog?: true;
}

export interface RowButtons {
  /** what this person may do, each in its place; `false` for what they may not */
  actions: readonly (RowAction | false)[];
  /** the label with what it acts on, e.g. "Mark Paid: Late arrival of Ayesha Khan" */
  named: (label: string) => string;
}

/** Their column, which is not shown if no row has any. `of` is no component, so that the table knows. */
export const rowActionsColumn = <Row,>(label: string, of: (row: Row) => RowButtons): Column<Row> =>
  actionsColumn(label, (row) => {
    const buttons = of(row);
    return buttons.actions.some((action) => action !== false) && <RowActions {...buttons} />;
  });

function RowActions({ actions, named }: RowButtons): JSX.Element {
  return (
    <span className={classes['buttons']} {...ROW_ACTIONS}>
      {actions.map(
        (action, place) =>
          action !== false && (
            <IconAction
              // The button that was pressed keeps the focus when it turns into its opposite.
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

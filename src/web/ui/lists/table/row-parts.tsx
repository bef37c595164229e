// The actions on a row, each named with what it acts on: buttons with icons or, at most one of them, with a word; the
// rest in the menu "⋯".
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { JSX, ReactNode } from 'react';
import { busyButton, IconAction } from '../../controls/buttons.tsx';
import { type MenuEntry, More } from '../../controls/more/More.tsx';
import { useTexts } from '../../../messages/index.ts';
import { BELOW_TABLET } from '../../layout/media.ts';
import { actionsColumn, type Column } from './columns.ts';
import classes from './table.module.css';
import { ROW_ACTIONS } from './keyboard.ts';

export interface RowAction extends MenuEntry {
  /** without one the button says its label */
  icon?: ReactNode;
  color?: 'green';
  opensDialog?: true;
  /** On a phone it is in the menu. */
  folds?: true;
}

export interface RowButtons {
  /** what this person may do, each in its place; `false` for what they may not */
  actions: readonly (RowAction | false)[];
  /** what is in the menu */
  more?: readonly (MenuEntry | false)[];
  /** the label with what it acts on, e.g. "Mark Paid: Late arrival of Ayesha Khan" */
  named: (label: string) => string;
}

/** Their column, which is not shown if no row has any. `of` is no component, so that the table knows. */
export const rowActionsColumn = <Row,>(label: string, of: (row: Row) => RowButtons): Column<Row> =>
  actionsColumn(label, (row) => {
    const buttons = of(row);
    const { actions, more = [] } = buttons;
    return [...actions, ...more].some((action) => action !== false) && <RowActions {...buttons} />;
  });

export function RowActions({ actions, more = [], named }: RowButtons): JSX.Element {
  const { t } = useTexts();
  const isPhone = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const isFolded = (action: RowAction | false): boolean => isPhone && action !== false && action.folds === true;
  return (
    <span
      className={classes['buttons']}
      data-words={actions.some((action) => action !== false && action.icon === undefined) || undefined}
      {...ROW_ACTIONS}
    >
      {/* The button that was pressed keeps the focus when it turns into its opposite. */}
      {actions.map(
        (action, place) =>
          action !== false && !isFolded(action) && <RowButton key={place} action={action} named={named} />,
      )}
      <More label={named(t('common.more'))} entries={[...actions.filter(isFolded), ...more]} inRow />
    </span>
  );
}

function RowButton({ action, named }: { action: RowAction; named: RowButtons['named'] }): JSX.Element {
  const { label, icon, to, busy, danger, opensDialog, color } = action;
  const common = {
    'data-in-row': true,
    'data-action': label,
    ...(busy === undefined ? {} : busyButton(busy)),
    ...(danger && { className: classes['danger'] ?? '' }),
    ...(opensDialog && { 'aria-haspopup': 'dialog' as const }),
    onClick: () => busy === true || action.onClick?.(),
  };
  return icon === undefined ? (
    <Button
      variant="subtle"
      {...common}
      {...(to !== undefined && { component: 'a' as 'button', href: `#${to}` })}
      aria-label={named(label)}
    >
      {label}
    </Button>
  ) : (
    <IconAction
      {...common}
      label={label}
      accessibleLabel={named(label)}
      color={color ?? 'gray'}
      icon={icon}
      {...(to !== undefined && { to })}
    />
  );
}

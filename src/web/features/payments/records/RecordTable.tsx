// The table of payments, refunds or waivers: what all three have of columns, and of buttons in a row. What was taken back of one stands
// below it, with the reason.
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { dayText } from '../../../messages/formats.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { focusIfLost } from '../../../ui/dialogs/focus.ts';
import type { Column, Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { RowActions } from '../../../ui/lists/table/RowActions.tsx';
import { Amount, isGone, type Reversed, stateOf, takenBackOf } from './RecordParts.tsx';

type RecordRow = Reversed & { id: string };

/** What the table of a page of records draws. */
export interface RecordRows<Row> {
  /** undefined while they are loading */
  items: readonly Row[] | undefined;
  /** The rows are of the filter or page before. */
  stale: boolean;
  /** in place of what could not be loaded */
  failed: JSX.Element | undefined;
  /** in place of no rows */
  empty: ReactNode;
}

export interface RecordTableProps<Row> extends RecordRows<Row> {
  onTakeBack: (row: Row) => void;
}

interface TableProps<Row, Key extends string> {
  label: string;
  columns: Columns<Row, Key>;
  layout: Layout<Key>;
  rows: RecordRows<Row>;
}

const idOf = ({ id }: RecordRow): string => id;

export function RecordTable<Row extends RecordRow, Key extends string>(props: TableProps<Row, Key>): JSX.Element {
  const { label, columns, layout, rows } = props;
  const { items, stale, failed, empty } = rows;
  return (
    <DataTable
      label={label}
      columns={columns}
      layout={layout}
      rows={items}
      idOf={idOf}
      stale={stale}
      failed={failed}
      empty={empty}
      placeholders={6}
      below={takenBackOf}
      stateOf={stateOf}
    />
  );
}

/** The columns that all of them have. */
export const recordColumns = <Row extends RecordRow>(
  t: Translate,
  { dayOf, renderActions }: { dayOf: (row: Row) => CalendarDay; renderActions: (row: Row) => ReactNode },
): Record<'date' | 'amount' | 'actions', Column<Row>> => ({
  date: {
    label: t('payments.table.date'),
    tight: true,
    look: 'aside',
    render: (row) => <time dateTime={dayOf(row)}>{dayText(dayOf(row))}</time>,
  },
  amount: {
    label: t('payments.table.amount'),
    align: 'end',
    tight: true,
    look: 'strong',
    render: (row) => <Amount of={row} />,
  },
  actions: {
    label: t('payments.table.actions'),
    align: 'end',
    tight: true,
    screenOnly: true,
    render: renderActions,
  },
});

interface RecordActionsProps {
  record: Reversed;
  /** the label of a button with what it is done to */
  named: (label: string) => string;
  /** the path of its receipt */
  receipt?: string | undefined;
  mayTakeBack: boolean;
  onTakeBack: () => void;
}

export function RecordActions(props: RecordActionsProps): JSX.Element {
  const { record, named, receipt, mayTakeBack, onTakeBack } = props;
  const { t } = useTexts();
  const gone = isGone(record);
  const wasGone = useRef(gone);
  useEffect(() => {
    // What was pressed is gone with what could be taken back.
    if (gone && !wasGone.current) focusIfLost(null);
    wasGone.current = gone;
  }, [gone]);
  return (
    <RowActions
      named={named}
      actions={[
        receipt !== undefined && {
          label: t('payments.table.view'),
          icon: <IconEye size={20} aria-hidden />,
          to: receipt,
        },
        mayTakeBack &&
          !gone && {
            label: t('payments.table.takeBack'),
            icon: <IconArrowBackUp size={20} aria-hidden />,
            danger: true,
            onClick: onTakeBack,
          },
      ]}
    />
  );
}

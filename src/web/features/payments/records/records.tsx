// A list of payments, refunds or waivers with its filters, table, sums, export and pager.
// On a person's screen it has no filters.
import { Button, Select } from '@mantine/core';
import { IconCashOff, IconSearchOff, IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { type JSX, type ReactNode, useRef } from 'react';
import { useTexts, type Translate } from '../../../messages/index.ts';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Pager, type ShownPage } from '../../../ui/lists/paging/paging.tsx';
import classes from '../payments.module.css';
import { filtersOf } from '../payments-place.ts';
import type { PlaceView } from '../usePlace.ts';
import { DaysFilter, ListFilters, PersonFilter } from '../../../ui/lists/filters/filters.tsx';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { dayText } from '../../../messages/formats.ts';
import type { Column, Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { rowActionsColumn } from '../../../ui/lists/table/row-parts.tsx';
import { Amount, isGone, type Reversed, stateOf, takenBackOf } from './RecordParts.tsx';

interface RecordPanelProps<Item> {
  label: string;
  words: {
    filters: string;
    search: string;
    searchHint: string;
    by: string;
    pages: string;
    none: string;
    hint?: string;
  };
  view: PlaceView;
  shown: ShownPage<{ items: readonly Item[] }>;
  /** who did it, an e-mail */
  byOf: (item: Item) => string | null;
  renderRows: (rows: RecordRows<Item>) => ReactNode;
  /** null: show no sums, no export and no pager */
  sums: ReactNode;
  download: ReactNode;
}

export function RecordPanel<Item>(props: RecordPanelProps<Item>): JSX.Element {
  const { label, words, view, shown, byOf, renderRows, sums, download } = props;
  const { t } = useTexts();
  const { list, pages, stale, failure } = shown;
  const top = useRef<HTMLDivElement>(null);
  const message = t('payments.failed');
  const empty =
    filtersOf(view) === 0 ? (
      <EmptyState icon={<IconCashOff />} title={words.none} text={words.hint} />
    ) : (
      <EmptyState
        icon={<IconSearchOff />}
        title={t('payments.empty.noMatch')}
        action={
          <Button variant="default" onClick={view.clear}>
            {t('common.filters.clear')}
          </Button>
        }
      />
    );
  return (
    <Card component="section" aria-label={label} ref={top} className={classes['panel'] ?? ''}>
      {view.personId === undefined && (
        <PaymentFilters
          view={view}
          label={words.filters}
          search={{ label: words.search, placeholder: words.searchHint }}
          by={words.by}
          people={list?.items.map(byOf)}
        />
      )}
      {renderRows({
        items: list?.items,
        stale,
        failed: failure.nothing ? <LoadFailureState failure={failure} message={message} /> : undefined,
        empty,
      })}
      {sums !== null && (
        <div className={classes['foot']}>
          {sums}
          {download}
          <Pager page={view.page} pages={pages} onChange={view.showPage} top={top} label={words.pages} />
        </div>
      )}
      <LoadFailureDialog failure={failure} message={message} />
    </Card>
  );
}

// Which records of a list are shown: by days, method, who did it, and a search.

interface PaymentFiltersProps {
  view: PlaceView;
  label: string;
  search: { label: string; placeholder: string };
  /** the label of the filter by who did it */
  by: string;
  /** those who did it, among the records shown; undefined while loading */
  people: readonly (string | null)[] | undefined;
}

function PaymentFilters({ view, label, search: words, by: byLabel, people }: PaymentFiltersProps): JSX.Element {
  const { t } = useTexts();
  const { from, to, method, methods, by, search, filter } = view;
  return (
    <ListFilters
      label={label}
      search={{ ...words, value: search, onChange: (next) => filter({ search: next }, 'typing') }}
      count={filtersOf({ ...view, search: '' })}
      onClear={view.clear}
    >
      <DaysFilter from={from} to={to} onChange={filter} />
      {methods.length > 0 && (
        <Select
          data-unset={method === 'all' || undefined}
          label={t('payments.filter.method')}
          allowDeselect={false}
          data={methods.map((value) => ({
            value,
            label: value === 'all' ? t('payments.filter.anyMethod') : t(`common.method.${value}`),
          }))}
          value={method}
          onChange={(next) => filter({ method: next ?? 'all' })}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
        />
      )}
      <PersonFilter label={byLabel} people={people ?? []} chosen={by} onChange={(next) => filter({ by: next })} />
    </ListFilters>
  );
}

// The table of payments, refunds or waivers: the columns and row buttons that all three have. What was taken back of a
// record stands below it, with the reason.

type RecordRow = Reversed & { id: string };

/** The rows of a page of records, as the table needs them. */
interface RecordRows<Row> {
  /** undefined while they are loading */
  items: readonly Row[] | undefined;
  /** The rows are those of the previous filter or page. */
  stale: boolean;
  /** shown if the rows could not be loaded */
  failed: JSX.Element | undefined;
  /** shown if there are no rows */
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

/** What can be done with a record, by this person. */
interface RecordActions {
  /** the accessible label of a button: its text with the record it acts on */
  named: (label: string) => string;
  /** the path of its receipt */
  receipt?: string | undefined;
  mayTakeBack: boolean;
  onTakeBack: () => void;
}

/** The columns that all of them have. */
export const recordColumns = <Row extends RecordRow>(
  t: Translate,
  { dayOf, actionsOf }: { dayOf: (row: Row) => CalendarDay; actionsOf: (row: Row) => RecordActions },
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
  actions: rowActionsColumn(t('payments.table.actions'), (row) => {
    const { named, receipt, mayTakeBack, onTakeBack } = actionsOf(row);
    return {
      named,
      actions: [
        receipt !== undefined && {
          label: t('payments.table.view'),
          icon: <IconEye size={20} aria-hidden />,
          to: receipt,
        },
        mayTakeBack &&
          !isGone(row) && {
            label: t('payments.table.takeBack'),
            icon: <IconArrowBackUp size={20} aria-hidden />,
            danger: true,
            onClick: onTakeBack,
          },
      ],
    };
  }),
});

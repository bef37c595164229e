// A list of payments, refunds or waivers with its filters, table, sums, export and pager.
// On a person's screen it has no filters.
import { IconCashOff } from '@tabler/icons-react';
import { type JSX, type ReactNode, useMemo } from 'react';
import { useTexts, type Translate } from '../../../messages/index.ts';
import { goTo } from '../../../routing/location.ts';
import type { MenuEntry } from '../../../ui/controls/more/More.tsx';
import { EmptyState } from '../../../ui/feedback/status.tsx';
import { ListPanel } from '../../../ui/lists/ListPanel.tsx';
import type { ShownPage } from '../../../ui/lists/paging/paging.tsx';
import type { ListView } from '../../../ui/lists/paging/useAddressState.ts';
import type { MethodFilter, PAYMENTS_FORMAT } from '../payments-address.ts';
import { DaysFilter, PersonFilter, SelectFilter } from '../../../ui/lists/filters/fields.tsx';
import { GroupFilter } from '../../../ui/lists/filters/filters.tsx';
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
  view: ListView<typeof PAYMENTS_FORMAT>;
  methods: readonly MethodFilter[];
  shown: ShownPage<{ items: readonly Item[] }>;
  /** who did it, an e-mail */
  byOf: (item: Item) => string | null;
  renderRows: (rows: RecordRows<Item>) => ReactNode;
  sums: ReactNode;
  menu: readonly (MenuEntry | false)[];
  /** It can be limited to a group. */
  byGroup?: true;
}

export function RecordPanel<Item>(props: RecordPanelProps<Item>): JSX.Element {
  const { label, words, view, methods, shown, byOf, renderRows, sums, menu, byGroup } = props;
  const { t } = useTexts();
  const { list, total, pages, stale, failure } = shown;
  const { method, by, filter } = view;
  const hasRows = list !== undefined && list.items.length > 0;
  return (
    <ListPanel
      label={label}
      view={view}
      filters={view.personId === undefined && words.filters}
      search={{
        label: words.search,
        placeholder: words.searchHint,
        value: view.search,
        onChange: (search) => filter({ search }),
      }}
      fields={
        <>
          <DaysFilter {...view} />
          {methods.length > 1 && (
            <SelectFilter
              label={t('payments.filter.method')}
              choices={methods}
              value={method}
              textOf={(value) => (value === 'all' ? t('payments.filter.anyMethod') : t(`common.method.${value}`))}
              onChange={(next) => filter({ method: next })}
            />
          )}
          <PersonFilter
            label={words.by}
            people={list?.items.map(byOf) ?? []}
            chosen={by}
            onChange={(next) => filter({ by: next })}
          />
          {byGroup === true && <GroupFilter group={view.group} onChange={(group) => filter({ group })} />}
        </>
      }
      menu={menu}
      total={total}
      failure={failure}
      message={t('payments.failed')}
      empty={<EmptyState icon={<IconCashOff />} title={words.none} text={words.hint} />}
      noMatch={t('payments.empty.noMatch')}
      sums={hasRows ? sums : null}
      pages={hasRows && { label: words.pages, page: view.page, pages, onChange: view.showPage }}
    >
      {(instead) => renderRows({ items: list?.items, stale, ...instead })}
    </ListPanel>
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
  /** where a press on a row leads, a path of paths.ts; null: nowhere */
  paperOf?: (row: Row) => string | null;
}

const idOf = ({ id }: RecordRow): string => id;

export function RecordTable<Row extends RecordRow, Key extends string>(props: TableProps<Row, Key>): JSX.Element {
  const { label, columns, layout, rows, paperOf } = props;
  const { items, stale, failed, empty } = rows;
  const opens = useMemo(
    () =>
      paperOf &&
      ((row: Row): void => {
        const paper = paperOf(row);
        if (paper !== null) goTo(paper);
      }),
    [paperOf],
  );
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
      {...(opens && { onOpen: opens })}
    />
  );
}

/** What can be done with a record, by this person. */
interface RecordActions {
  /** the accessible label of a button: its text with the record it acts on */
  named: (label: string) => string;
  /** the path of its receipt or voucher */
  paper?: string | undefined;
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
    const { named, paper, mayTakeBack, onTakeBack } = actionsOf(row);
    return {
      named,
      actions: [],
      more: [
        paper !== undefined && { label: t('payments.table.view'), to: paper },
        mayTakeBack && !isGone(row) && { label: t('payments.table.takeBack'), danger: true, onClick: onTakeBack },
      ],
    };
  }),
});

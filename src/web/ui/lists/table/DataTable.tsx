// A list whose columns are declared once: one table, laid out by the width of its frame as columns or, if they do not
// fit, as rows of several lines or as cards. Heads that are then invisible are read out with each cell.
import { type CSSProperties, type JSX, type MouseEvent, type ReactNode, useMemo, useId, memo } from 'react';
import { FOCUS_AFTER_DELETION } from '../../dialogs/focus.ts';
import { SkeletonTable, useFew } from '../list-tools.tsx';
import {
  type Columns,
  emptyColumns,
  type Layout,
  layoutFor,
  picturesOf,
  type PlacedColumn,
  placedColumns,
} from './columns.ts';
import classes from './table.module.css';
import { moveInList, screenList } from './keyboard.ts';
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { Sorting, SortOrder } from '../paging/list-state.ts';

export interface DataTableProps<Row, Key extends string> {
  /** the label of the table for screen readers; or the id of its title */
  label?: string;
  labelledBy?: string;
  /**
   * Must stay the same object while its content does, so that a press elsewhere on the screen renders no row; likewise
   * `below`, `stateOf` and `onOpen`.
   */
  columns: Columns<Row, Key>;
  /** a constant */
  layout: Layout<Key>;
  /** undefined while they are loading */
  rows: readonly Row[] | undefined;
  /** on all pages; if there are some, but none on this page, the page is gone and another is on its way */
  total?: number | undefined;
  idOf: (row: Row) => string;
  /** The rows are those of the previous page, filter or order. */
  stale: boolean;
  /** shown if there are no rows */
  empty: ReactNode;
  /** shown if the rows could not be loaded */
  failed?: ReactNode;
  /** rows of placeholders while it loads; default 8 */
  placeholders?: number;
  /** for the columns that can be sorted by */
  sorting?: ListSorting<Key>;
  /** what is shown below a row, across the whole width */
  below?: (row: Row) => ReactNode;
  /** a word for the style of a row, used as `data-state` */
  stateOf?: (row: Row) => string | undefined;
  /** A press beside the row's own links and buttons opens it; one of these does the same, for the keyboard. */
  onOpen?: (row: Row) => void;
  /** false: nothing is ticked yet, so boxes to tick show only where the pointer is */
  ticking?: boolean;
  /** The columns scroll in an area of this height, in pixels. */
  scrollsIn?: number;
}

export function DataTable<Row, Key extends string>(props: DataTableProps<Row, Key>): JSX.Element {
  const { columns, rows, total = 0, empty, failed, placeholders = 8 } = props;
  if (rows === undefined || (rows.length === 0 && total > 0)) {
    if (failed !== undefined) return <>{failed}</>;
    return <SkeletonTable rows={placeholders} columns={Math.min(Object.keys(columns).length, 6)} />;
  }
  return rows.length === 0 ? <>{empty}</> : <Table {...props} rows={rows} />;
}

interface TableProps<Row, Key extends string> extends DataTableProps<Row, Key> {
  rows: readonly Row[];
}

function Table<Row, Key extends string>(props: TableProps<Row, Key>): JSX.Element {
  const { label, labelledBy, rows, idOf, stale, sorting, below, stateOf, onOpen, ticking, scrollsIn } = props;
  const few = useFew(rows.length);
  const columns = useFilled(props.columns, rows);
  const layout = useMemo(() => layoutFor(columns, props.layout), [columns, props.layout]);
  const { room } = layout;
  const placed = useMemo(() => placedColumns(columns, layout), [columns, layout]);
  const pictures = useMemo(() => picturesOf(layout), [layout]);
  const name = { 'aria-label': label, 'aria-labelledby': labelledBy };
  // A scroll area must be reachable by keyboard.
  const scrolls =
    scrollsIn === undefined
      ? {}
      : { ...FOCUS_AFTER_DELETION, ...name, role: 'region', tabIndex: 0, 'data-scrolls': true };
  return (
    <div className={classes['frame']}>
      <div
        {...scrolls}
        data-room={room}
        className={classes['scrollArea']}
        style={{ '--scrolls-in': `${scrollsIn ?? 0}px` } as CSSProperties}
        data-stale={stale || undefined}
        aria-busy={stale}
      >
        <table
          {...name}
          ref={screenList}
          onKeyDown={moveInList}
          className={classes['table']}
          data-room={room}
          data-scrolls={scrollsIn !== undefined || undefined}
          data-ticking={ticking}
          style={pictures}
          data-rows={layout.rows !== undefined || undefined}
          data-beside={(layout.rows === undefined && room !== 'small') || undefined}
          data-heads={layout.rows?.heads}
        >
          <Heads columns={placed} sorting={sorting} />
          {rows.slice(0, few).map((row, index) => (
            <DataRow
              key={idOf(row)}
              row={row}
              index={index}
              columns={placed as readonly PlacedColumn<unknown, string>[]}
              below={below as ((row: unknown) => ReactNode) | undefined}
              state={stateOf?.(row)}
              onOpen={onOpen as ((row: unknown) => void) | undefined}
            />
          ))}
        </table>
      </div>
    </div>
  );
}

/** Without the columns that are empty in all rows; the same object while these are the same ones. */
function useFilled<Row, Key extends string>(columns: Columns<Row, Key>, rows: readonly Row[]): Columns<Row, Key> {
  const empty = emptyColumns(columns, rows).join(' ');
  return useMemo(
    () => (empty === '' ? columns : { ...columns, ...Object.fromEntries(empty.split(' ').map((key) => [key, false])) }),
    [columns, empty],
  );
}

// The heads of the columns; a press on one sorts by it, a second one reverses the order.

interface ListSorting<Key extends string> extends Sorting<Key> {
  /** Sorts by this; if it already does, in the opposite order. */
  sortBy(key: Key): void;
}

interface HeadsProps<Row, Key extends string> {
  columns: readonly PlacedColumn<Row, Key>[];
  sorting: ListSorting<Key> | undefined;
}

function Heads<Row, Key extends string>({ columns, sorting }: HeadsProps<Row, Key>): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { key, label, head, share, sorts } = column;
          const place = cellProps(column);
          // Not the heading of a column.
          if (head !== undefined) {
            return (
              <td key={key} {...place} data-stays>
                {head}
              </td>
            );
          }
          const order = sorting?.sort === key ? sorting.order : undefined;
          return (
            <th
              key={key}
              scope="col"
              {...place}
              style={{ ...place.style, ...(share !== undefined && { inlineSize: share }) }}
              aria-sort={order}
              data-sorts={sorting === undefined ? undefined : sorts}
            >
              {sorting !== undefined && sorts === true ? (
                <SortHead label={label} order={order} onSort={() => sorting.sortBy(key)} />
              ) : (
                label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface SortHeadProps {
  label: string;
  /** undefined if another column sorts the list */
  order: SortOrder | undefined;
  onSort: () => void;
}

/** The text is the head's own, which is read out with the cells where there is nothing to press. */
function SortHead({ label, order, onSort }: SortHeadProps): JSX.Element {
  const id = useId();
  const Icon = order === undefined ? IconSelector : order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <>
      <span id={id}>{label}</span>
      <UnstyledButton className={classes['sortHead'] ?? ''} aria-labelledby={id} onClick={onSort}>
        <Icon size={16} stroke={2} aria-hidden />
      </UnstyledButton>
    </>
  );
}

// One row of a list.

interface DataRowProps {
  row: unknown;
  /** its position on the page, from 0 */
  index: number;
  columns: readonly PlacedColumn<unknown, string>[];
  below: ((row: unknown) => ReactNode) | undefined;
  state: string | undefined;
  onOpen: ((row: unknown) => void) | undefined;
}

/** Neither what can be pressed itself, nor the end of selecting text. */
const isBeside = ({ target }: MouseEvent): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role=menu]') === null &&
  getSelection()?.isCollapsed !== false;

/** Rendered again only when it changes. */
const DataRow = memo(function DataRow({ row, index, columns, below, state, onOpen }: DataRowProps): JSX.Element {
  const more = below?.(row) ?? null;
  return (
    <tbody
      data-state={state}
      {...(onOpen && { 'data-opens': true, onClick: (event) => isBeside(event) && onOpen(row) })}
    >
      <tr data-followed={more !== null || undefined}>
        {columns.map((column) => {
          const isName = column.isName === true;
          const Cell = isName ? 'th' : 'td';
          return (
            <Cell
              key={column.key}
              {...(isName && { scope: 'row' })}
              {...cellProps(column)}
              data-labelled={column.labelled}
              data-label={column.labelled && column.label}
            >
              {column.sign !== undefined && <span className={classes['sign']}>{column.sign}</span>}
              {column.render(row, index)}
            </Cell>
          );
        })}
      </tr>
      {more !== null && (
        <tr className={classes['below']}>
          <td colSpan={columns.length}>{more}</td>
        </tr>
      )}
    </tbody>
  );
});

/** Where a cell and its head are placed, and how they look. */
const cellProps = ({ key, ends, align, share, tight, look, screenOnly }: PlacedColumn<never, string>) => ({
  style: { gridArea: key },
  'data-ends': ends === '' ? undefined : ends,
  'data-align': align,
  'data-text': share !== undefined || undefined,
  'data-tight': tight,
  'data-look': look,
  'data-screen-only': screenOnly,
});

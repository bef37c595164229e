// A list whose columns are declared once: one table, laid out by the width of its frame as columns or, if they do not
// fit, as rows of several lines or as cards. Heads that are then invisible are read out with each cell.
import type { CSSProperties, JSX, ReactNode } from 'react';
import { useMemo } from 'react';
import { FOCUS_AFTER_DELETION } from '../../dialogs/focus.ts';
import { SkeletonTable } from '../SkeletonTable.tsx';
import { SortButtons } from '../SortButtons.tsx';
import { useFew } from '../useFew.ts';
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
import { DataRow } from './DataRow.tsx';
import { Heads, type ListSorting } from './Heads.tsx';
import { moveInList, screenList } from './keyboard.ts';

export interface DataTableProps<Row, Key extends string> {
  /** the label of the table for screen readers; or the id of its title */
  label?: string;
  labelledBy?: string;
  /**
   * Must stay the same object while its content does, so that a press elsewhere on the screen renders no row; likewise
   * `below` and `stateOf`.
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
  const { label, labelledBy, rows, idOf, stale, sorting, below, stateOf, scrollsIn } = props;
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
      {sorting !== undefined && (
        <div className={classes['sorts']} data-room={room}>
          <SortButtons
            options={placed.filter(({ sorts }) => sorts).map((column) => ({ value: column.key, label: column.label }))}
            sort={sorting.sort}
            order={sorting.order}
            onSort={(key) => sorting.sortBy(key)}
          />
        </div>
      )}
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

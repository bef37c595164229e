// One row of a list.
import type { JSX, ReactNode } from 'react';
import { memo } from 'react';
import type { PlacedColumn } from './columns.ts';
import classes from './table.module.css';

interface DataRowProps {
  row: unknown;
  /** its position on the page, from 0 */
  index: number;
  columns: readonly PlacedColumn<unknown, string>[];
  below: ((row: unknown) => ReactNode) | undefined;
  state: string | undefined;
}

/** Rendered again only when it changes. */
export const DataRow = memo(function DataRow({ row, index, columns, below, state }: DataRowProps): JSX.Element {
  const more = below?.(row) ?? null;
  return (
    <tbody data-state={state}>
      <tr data-followed={more !== null || undefined}>
        {columns.map((column) => {
          const isName = column.isName === true;
          const Cell = isName ? 'th' : 'td';
          return (
            <Cell
              key={column.key}
              {...(isName && { scope: 'row' })}
              {...placeOf(column)}
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
export const placeOf = ({ key, ends, align, share, tight, look, screenOnly }: PlacedColumn<never, string>) => ({
  style: { gridArea: key },
  'data-ends': ends === '' ? undefined : ends,
  'data-align': align,
  'data-text': share !== undefined || undefined,
  'data-tight': tight,
  'data-look': look,
  'data-screen-only': screenOnly,
});

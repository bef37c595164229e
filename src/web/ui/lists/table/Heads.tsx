// The heads of the columns; a press on one sorts by it, a second one reverses the order.
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useId } from 'react';
import type { Sorting, SortOrder } from '../paging/list-state.ts';
import type { PlacedColumn } from './columns.ts';
import { placeOf } from './DataRow.tsx';
import classes from './table.module.css';

export interface ListSorting<Key extends string> extends Sorting<Key> {
  /** Sorts by this; if it already does, in the opposite order. */
  sortBy(key: Key): void;
}

interface HeadsProps<Row, Key extends string> {
  columns: readonly PlacedColumn<Row, Key>[];
  sorting: ListSorting<Key> | undefined;
}

export function Heads<Row, Key extends string>({ columns, sorting }: HeadsProps<Row, Key>): JSX.Element {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { key, label, head, share, sorts } = column;
          const place = placeOf(column);
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

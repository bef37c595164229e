// The parts of a list: its columns, each declared once, and where their cells stand if they do not fit side by side.
import type { ReactNode } from 'react';

export interface Column<Row> {
  label: string;
  render: (row: Row, index: number) => ReactNode;
  /** Buttons are aligned with the end of their column, figures with its right edge in every language. */
  align?: 'end';
  /** For texts of any length, their share of the width, e.g. '20%'; other columns are as wide as texts on one line. */
  share?: string;
  /** As narrow as its content. */
  tight?: true;
  /** Names the row to screen readers. */
  isName?: true;
  /** Where the columns have no heads, its label is shown with the cell, or `sign` in place of it. */
  labelled?: 'beside' | 'above';
  sign?: ReactNode;
  /** Where the cells are not in columns: 'strong' for what tells the rows apart, 'aside' for what is said beside it. */
  look?: 'strong' | 'aside';
  /** A press on its head sorts the list by it. */
  sorts?: true;
  /** In place of the label, and shown above cards too: a box that ticks all. */
  head?: ReactNode;
  /** Not printed. */
  screenOnly?: true;
}

/** The column of what can be pressed in a row; row-parts.tsx has the one of the usual buttons. */
export const actionsColumn = <Row>(label: string, render: (row: Row) => ReactNode): Column<Row> => ({
  label,
  align: 'end',
  tight: true,
  screenOnly: true,
  render,
});

/** In the order in which they stand; false for a column that this person does not get. */
export type Columns<Row, Key extends string> = Readonly<Record<Key, Column<Row> | false>>;

export interface PlacedColumn<Row, Key extends string> extends Column<Row> {
  key: Key;
  /** the names of the pictures in which a cell is aligned with the end of its place, separated by spaces */
  ends: string;
}

/**
 * A row that is not one line: its cells as they are seen, line by line, by the names of the columns. A name that
 * appears twice takes both places.
 */
export interface Picture<Key extends string> {
  lines: readonly (readonly Key[])[];
  /** the widths of the places in a line, as `grid-template-columns`; by default the second is as wide as its text */
  widths?: string;
  /** The heads stand above the rows, in the same places. */
  heads?: true;
}

export interface Layout<Key extends string> {
  /** how much width the columns need: 30, 58.75 or 70 rem (table.module.css), or more than there ever is */
  room: 'small' | 'medium' | 'large' | 'endless';
  /** used if there is less width, down to 48 rem; without it there are cards, side by side */
  rows?: Picture<Key>;
  card: Picture<Key>;
}

/** A cell without content. */
const isNothing = (cell: ReactNode): boolean => cell === null || cell === undefined || cell === false || cell === '';

/** The columns in which none of the rows has anything, unless their head is more than a label. */
export function emptyColumns<Row, Key extends string>(columns: Columns<Row, Key>, rows: readonly Row[]): Key[] {
  return (Object.keys(columns) as Key[]).filter((key) => {
    const column: Column<Row> | false = columns[key];
    if (column === false || column.head !== undefined) return false;
    return rows.every((row, index) => isNothing(column.render(row, index)));
  });
}

/** The layout without the columns that are not shown: the column before each one takes its place, or the one after it. */
export function layoutFor<Row, Key extends string>(columns: Columns<Row, Key>, layout: Layout<Key>): Layout<Key> {
  const isShown = (key: Key): boolean => columns[key] !== false;
  if ((Object.keys(columns) as Key[]).every(isShown)) return layout;
  const without = (picture: Picture<Key>): Picture<Key> => ({
    ...picture,
    lines: picture.lines
      .filter((line) => line.some(isShown))
      .map((line) => line.map((key, place) => line.slice(0, place + 1).findLast(isShown) ?? line.find(isShown) ?? key)),
  });
  const { rows, card } = layout;
  return {
    ...layout,
    card: without(card),
    ...(rows && { rows: without(rows) }),
  };
}

const widthsOf = ({ lines, widths }: Picture<string>): string =>
  widths ?? (lines.some((line) => line.length > 1) ? 'minmax(0, 1fr) max-content' : 'minmax(0, 1fr)');

/** The style of the table, which says where the cells of each picture stand. */
export function picturesOf({ rows, card }: Layout<string>): Record<string, string> {
  const pictures = { rows, card };
  return Object.fromEntries(
    Object.entries(pictures).flatMap(([name, picture]) =>
      picture === undefined
        ? []
        : [
            [`--${name}`, picture.lines.map((line) => `'${line.join(' ')}'`).join(' ')],
            [`--${name}-widths`, widthsOf(picture)],
          ],
    ),
  );
}

export function placedColumns<Row, Key extends string>(
  columns: Columns<Row, Key>,
  { rows, card }: Layout<Key>,
): readonly PlacedColumn<Row, Key>[] {
  const shown = (Object.keys(columns) as Key[]).flatMap((key) => {
    const column: Column<Row> | false = columns[key];
    return column === false ? [] : [{ ...column, key }];
  });
  const figures = new Set(shown.filter(({ align }) => align === 'end').map(({ key }) => key));
  const pictures = Object.entries({ rows, card });
  return shown.map((column) => ({
    ...column,
    ends: pictures
      .filter(([, picture]) => picture !== undefined && endsIn(picture, column.key, figures))
      .map(([name]) => name)
      .join(' '),
  }));
}

/** Whether a cell is the last in a line, or stands above or below figures. */
function endsIn<Key extends string>({ lines }: Picture<Key>, key: Key, figures: ReadonlySet<Key>): boolean {
  const line = lines.find((one) => one.includes(key));
  if (line === undefined || line.indexOf(key) === 0) return false;
  const last = line.lastIndexOf(key);
  if (last === line.length - 1) return true;
  return lines.some((one) =>
    one.some((other, place) => figures.has(other) && place > 0 && one.lastIndexOf(other) === last),
  );
}

// A list of records, described once for both uses: a page with the sums of all records, and the whole list as a file
// (EXPORT-1).
import type { Operation, ParsedInput } from '../../contract/operation.ts';
import type { Paisa } from '../../core/money/money.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Database, Handle } from '../db/types.ts';
import { settleAll } from '../db/transaction.ts';
import { type Columns, type CsvFile, csvFile, inBatches } from './files/csv-file.ts';
import { offsetOf } from './queries.ts';

/** The filters of a list, as its operation declares them. */
export type FilterOf<O extends Operation> = Omit<ParsedInput<O>['query'], 'page' | 'pageSize'>;

/** `Query` selects the records; `Sum` names their sums. */
export interface RecordList<Query, Row, Item, Sum extends string> {
  /** Some of the records, in the order of the list: from an offset on, and only those that follow a row. */
  rows(db: Handle, query: Query, part: { limit: number; offset: number; after: Row | null }): Promise<Row[]>;
  /** The number of all records, and their sums. */
  sums(db: Handle, query: Query): Promise<Record<Sum, Paisa> & { count: number }>;
  items(db: Handle, rows: readonly Row[]): Promise<Item[]>;
  /** the beginning of the file name */
  file: string;
  columns: Columns<Item>;
}

interface Page<Item> {
  items: Item[];
  page: number;
  pageSize: number;
  totalItems: number;
}

/** One page in the form of the contract, with the sums. */
export async function readPage<Query, Row, Item, Sum extends string>(
  db: Handle,
  list: RecordList<Query, Row, Item, Sum>,
  query: Query & { page: number; pageSize: number },
): Promise<Page<Item> & Record<Sum, Paisa>> {
  const { page, pageSize } = query;
  const [rows, { count, ...sums }] = await settleAll([
    list.rows(db, query, { limit: pageSize, offset: offsetOf(query), after: null }),
    list.sums(db, query),
  ]);
  return {
    items: await list.items(db, rows),
    page,
    pageSize,
    totalItems: count,
    // TypeScript does not see that only the count is left out.
    ...(sums as unknown as Record<Sum, Paisa>),
  };
}

export const wholeList = <Query, Row, Item, Sum extends string>(
  db: Database,
  list: RecordList<Query, Row, Item, Sum>,
  query: Query & { language: Language },
): CsvFile<Item> =>
  csvFile(
    list.file,
    query.language,
    list.columns,
    inBatches(
      db,
      (tx, after: Row | null, limit) => list.rows(tx, query, { limit, offset: 0, after }),
      (rows, tx) => list.items(tx, rows),
    ),
  );

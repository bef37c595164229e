// A table of figures kept by the day, so that nobody who reads them adds up records: how it is written, read, counted anew and
// compared with the records. What each of them keeps is in the files beside this one.
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import { additionOfSums, type Whole } from '../../db/insert.ts';
import { run, runOne } from '../../db/run.ts';
import type { Schema } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import type { DeferredWrite } from '../../ledger/commit-batch.ts';

type Table = 'fine_days' | 'fine_type_days' | 'owed_days' | 'payment_days';
type Column<T extends Table> = keyof Schema[T] & string;

/** Both ends included; without one, all days on that side. */
export interface Period {
  from?: CalendarDay | undefined;
  to?: CalendarDay | undefined;
}

/** A figure of a row that is not the sum over its records. */
export interface Difference {
  /** which row, as a part of a sentence */
  of: string;
  figure: string;
  kept: number;
  counted: number;
}

/**
 * `records`: a SELECT of the key and the figures, one row for whatever counts. A day without records has a row of zeros, or none.
 */
export function keptTable<T extends Table, const K extends Column<T>, const F extends Column<T>>(
  table: T,
  {
    key,
    figures,
    records,
    describe,
  }: {
    key: readonly K[];
    figures: readonly F[] & Whole<T, K | F>;
    records: RawBuilder<unknown>;
    /** a row, as a part of a sentence */
    describe: (row: Schema[T]) => string;
  },
) {
  const addRows = additionOfSums(table, key, figures);
  const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const summed = sql.join(figures.map((figure) => sql`coalesce(sum(${sql.ref(figure)}), 0) as ${sql.ref(figure)}`));
  const counted = sql<Schema[T]>`select ${columns(key)}, ${summed} from (${records}) counted group by ${columns(key)}`;

  /** Adds rows at the end of a transaction, those of one key together. */
  const add: DeferredWrite<Schema[T]> = {
    write: (tx, rows) => addRows(tx, sumsByKey<Schema[T]>(rows, key, figures)),
  };

  /** Of a period, and of one value of each column of the key that is given. */
  type Chosen = Period & { [C in K]?: Schema[T][C] | undefined };
  type Figures = Pick<Schema[T], F>;

  const rowsOf = ({ from, to, ...of }: Chosen) => {
    const conditions = [
      ...(from === undefined ? [] : [sql`"day" >= ${from}`]),
      ...(to === undefined ? [] : [sql`"day" <= ${to}`]),
      ...Object.entries(of).flatMap(([column, value]) =>
        value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
      ),
    ];
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
    return sql`from ${sql.table(table)} ${where}`;
  };

  /** What the figures come to, 0 where there are none. */
  async function sum(db: Handle, of: Chosen): Promise<Figures> {
    return runOne(db, sql<Figures>`select ${summed} ${rowsOf(of)}`);
  }

  /** The same for each value of a column of the key, or for each month ('yyyy-mm'); in no order. */
  async function sumsBy<B extends K | 'month'>(
    db: Handle,
    by: B,
    of: Chosen,
  ): Promise<(Figures & { [C in B]: C extends K ? Schema[T][C] : string })[]> {
    const group = by === 'month' ? sql`substr("day", 1, 7)` : sql.ref(by);
    return run(db, sql`select ${group} as ${sql.ref(by)}, ${summed} ${rowsOf(of)} group by ${group}`);
  }

  /** Counts all records, where they were written without being counted. */
  async function recount(tx: Handle): Promise<void> {
    await run(tx, sql`delete from ${sql.table(table)}`);
    await run(tx, sql`insert into ${sql.table(table)} (${columns([...key, ...figures])}) ${counted}`);
  }

  async function differences(db: Handle): Promise<Difference[]> {
    const named = (rows: readonly Schema[T][]) => new Map(rows.map((row) => [describe(row), row]));
    const kept = named(await run(db, sql<Schema[T]>`select * from ${sql.table(table)}`));
    const right = named(await run(db, counted));
    const valueIn = (rows: typeof kept, of: string, figure: F) => Number(rows.get(of)?.[figure] ?? 0);
    return [...new Set([...kept.keys(), ...right.keys()])].flatMap((of) =>
      figures
        .map((figure) => ({ of, figure, kept: valueIn(kept, of, figure), counted: valueIn(right, of, figure) }))
        .filter((difference) => difference.kept !== difference.counted),
    );
  }

  return { figures, add, sum, sumsBy, recount, differences };
}

/** One row for each key, with the sums of its figures; none where all of them are 0. */
function sumsByKey<R>(rows: readonly R[], key: readonly (keyof R)[], figures: readonly (keyof R)[]): R[] {
  const sums = new Map<string, R>();
  for (const row of rows) {
    const name = JSON.stringify(key.map((column) => row[column]));
    const sum = sums.get(name);
    const added = figures.map((figure) => [figure, Number(sum?.[figure] ?? 0) + Number(row[figure])]);
    sums.set(name, { ...row, ...(Object.fromEntries(added) as Partial<R>) });
  }
  return [...sums.values()].filter((sum) => figures.some((figure) => sum[figure] !== 0));
}

// A table of figures kept by day, so that readers need not add up records: how it is written, read, recounted and
// compared with the records. The files next to this one say what each table keeps.
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import { additionOfSums, type Whole } from '../../db/insert.ts';
import { isOneOf, run, runOne } from '../../db/run.ts';
import type { Schema } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import type { DeferredWrite } from '../../ledger/commit-batch.ts';

type Table = 'fine_days' | 'fine_type_days' | 'owed_days' | 'payment_days';
type Column<T extends Table> = keyof Schema[T] & string;

/** Both ends included; an omitted end is open. */
export interface Period {
  from?: CalendarDay | undefined;
  to?: CalendarDay | undefined;
}

/** A kept figure that differs from the sum over its records. */
export interface Difference {
  /** the row, as part of a sentence */
  of: string;
  figure: string;
  kept: number;
  counted: number;
}

/**
 * `records`: a SELECT of the key and the figures, with one row for everything that counts. A day without records has a
 * row of zeros, or none.
 */
export function dailyTable<T extends Table, const K extends Column<T>, const F extends Column<T>>(
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
    /** names a row, as part of a sentence */
    describe: (row: Schema[T]) => string;
  },
) {
  const addRows = additionOfSums(table, key, figures);
  const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const summed = sql.join(figures.map((figure) => sql`coalesce(sum(${sql.ref(figure)}), 0) as ${sql.ref(figure)}`));
  const counted = sql<Schema[T]>`select ${columns(key)}, ${summed} from (${records}) counted group by ${columns(key)}`;

  /** Adds rows at the end of a transaction, one for each key. */
  const add: DeferredWrite<Schema[T]> = {
    write: (tx, rows) => addRows(tx, sumsByKey<Schema[T]>(rows, key, figures)),
  };

  /** Selects a period, and one or some values for each given column of the key. */
  type Chosen = Period & { [C in K]?: Schema[T][C] | readonly string[] | undefined };
  type Figures = Pick<Schema[T], F>;

  const rowsOf = (db: Handle, { from, to, ...of }: Chosen) => {
    const conditions = [
      ...(from === undefined ? [] : [sql`"day" >= ${from}`]),
      ...(to === undefined ? [] : [sql`"day" <= ${to}`]),
      ...Object.entries(of).flatMap(([column, value]) =>
        value === undefined
          ? []
          : [Array.isArray(value) ? isOneOf(db, column, value) : sql`${sql.ref(column)} = ${value}`],
      ),
    ];
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
    return sql`from ${sql.table(table)} ${where}`;
  };

  /** The sums of the figures, 0 if there are no rows. */
  async function sum(db: Handle, of: Chosen): Promise<Figures> {
    return runOne(db, sql<Figures>`select ${summed} ${rowsOf(db, of)}`);
  }

  /** The sums for each value of a key column, or for each month ('yyyy-mm'), in no particular order. */
  async function sumsBy<B extends K | 'month'>(
    db: Handle,
    by: B,
    of: Chosen,
  ): Promise<(Figures & { [C in B]: C extends K ? Schema[T][C] : string })[]> {
    const group = by === 'month' ? sql`substr("day", 1, 7)` : sql.ref(by);
    return run(db, sql`select ${group} as ${sql.ref(by)}, ${summed} ${rowsOf(db, of)} group by ${group}`);
  }

  /** Counts all records again, after they were written without being counted. */
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

/** One row for each key with the sums of its figures; rows whose sums are all 0 are dropped. */
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

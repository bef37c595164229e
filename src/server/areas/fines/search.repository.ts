// The SQL that finds fines by their content. Each way of matching has an index in the order of the list, so that the
// newest matches are read without looking at other fines. The results are merged here
// (docs/decisions/0059-finding-fines.md).
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { containsAll, partsOf, searchKey } from '../../../core/text/search.ts';
import { isPostgres, run } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { inParts } from '../../shared/in-parts.ts';
import { type FineLimits, isCountedByUser, isEveryFine, within } from '../../shared/queries.ts';
import { matches, searchFor } from '../../shared/finding/searches.ts';
import type { FineRow } from '../../shared/wire.ts';
import type { FinePosition } from './fines.repository.ts';

/** The meaning of a search among the existing fines. */
export interface FineSearch {
  day: CalendarDay | null;
  amount: Paisa | null;
  /** as written in the fines */
  types: readonly string[];
  notes: readonly FinePosition[];
}

/** How many spellings of types are read, and how many matching ones are looked up. */
const MOST_TYPES = 5000;
const MOST_TYPES_FOUND = 200;
/** How many notes are read: the newest. */
export const MOST_NOTES = 10_000;

/**
 * All types in the spellings of the fines. Each is found from the one before, so the time depends only on their number.
 */
export async function typesWritten(db: Handle): Promise<string[]> {
  const rows = await run(
    db,
    sql<{ fine_type: string }>`
      with recursive written(fine_type) as (
        select min(fine_type) from fines
        union all
        select (select min(fines.fine_type) from fines where fines.fine_type > written.fine_type)
        from written where written.fine_type is not null
      )
      select fine_type from written where fine_type is not null limit ${sql.lit(MOST_TYPES)}`,
  );
  return rows.map(({ fine_type: type }) => type);
}

/** The types that match a term, by either name of a type of the list. */
export async function typesMeant(db: Handle, term: string, written: readonly string[]): Promise<string[]> {
  const listed = await run(
    db,
    db
      .selectFrom('listed_fine_types')
      .select('type_key')
      .where(matches(['type_key', 'urdu_key'], searchFor(term))),
  );
  const keys = new Set(listed.map(({ type_key: key }) => key));
  const parts = partsOf(searchKey(term));
  return written
    .filter((type) => {
      const key = searchKey(type);
      return containsAll(key, parts) || keys.has(key);
    })
    .slice(0, MOST_TYPES_FOUND);
}

export interface Note extends FinePosition {
  key: string;
}

/** The newest notes, of all users or of one, in the form that searches compare. */
export async function newestNotes(db: Handle, userId: string | undefined): Promise<Note[]> {
  const all = db
    .selectFrom('fines')
    .select(['date', 'sequence', 'description'])
    .where(sql<boolean>`description <> ''`);
  const rows = await run(
    db,
    (userId === undefined ? all : all.where('user_id', '=', userId))
      .orderBy('date', 'desc')
      .orderBy('sequence', 'desc')
      .limit(MOST_NOTES),
  );
  const parts = await inParts(rows, (part) =>
    part.map(({ date, sequence, description }) => ({ date, sequence, key: searchKey(description) })),
  );
  return parts.flat();
}

interface Part extends FineLimits {
  userId: string | undefined;
  behind: FinePosition | null;
  limit: number;
}

/** The places of the fines that a search finds, at most `limit`, in the order of the list. */
export async function placesFound(db: Handle, found: FineSearch, part: Part): Promise<FinePosition[]> {
  const { behind, limit } = part;
  const notes = found.notes.filter((place) => behind === null || isBefore(behind, place));
  const isScan = part.userId !== undefined || !isCountedByUser(part);
  const withNote = isEveryFine(part) ? notes.slice(0, limit) : await amongNotes(db, notes, part);
  if (isScan) return merged([withNote, await scanned(db, found, part)], limit);
  return throughStreams(db, streamsOf(found), { ...part, first: withNote });
}

/** Only the places of notes are known, so as many are read as it takes to find `limit` that meet the other conditions. */
async function amongNotes(db: Handle, notes: readonly FinePosition[], part: Part): Promise<FinePosition[]> {
  const found: FinePosition[] = [];
  for (let from = 0; from < notes.length && found.length < part.limit; from += part.limit) {
    const some = await atPlaces(db, notes.slice(from, from + part.limit), within(part));
    found.push(...merged([some], part.limit - found.length));
  }
  return found;
}

const isBefore = (a: FinePosition, b: FinePosition): boolean =>
  a.date > b.date || (a.date === b.date && a.sequence > b.sequence);

function merged(streams: readonly (readonly FinePosition[])[], limit: number): FinePosition[] {
  const bySequence = new Map(streams.flat().map((place) => [place.sequence, place]));
  return [...bySequence.values()].toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).slice(0, limit);
}

const select = (db: Handle, { behind, limit }: Pick<Part, 'behind' | 'limit'>) => {
  const places = db
    .selectFrom('fines')
    .select(['date', 'sequence'])
    .orderBy('date', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit);
  // Not written as a pair of columns, for which SQLite would use the index of all fines.
  return behind === null
    ? places
    : places
        .where('date', '<=', behind.date)
        .where((eb) => eb.or([eb('date', '<', behind.date), eb('sequence', '<', behind.sequence)]));
};

/** The conditions of the reads that use an index: one for each thing to find. */
const streamsOf = ({ day, amount, types }: FineSearch): RawBuilder<boolean>[] => [
  ...(day === null ? [] : [sql<boolean>`date = ${day}`]),
  ...(amount === null ? [] : [sql<boolean>`amount = ${amount}`]),
  ...types.map((type) => sql<boolean>`fine_type = ${type}`),
];

/**
 * Reads one stream, then two more, four, …. Once there are enough places, the other streams are read only for places
 * newer than the last of them, so that many types take hardly longer than one.
 */
async function throughStreams(
  db: Handle,
  streams: readonly RawBuilder<boolean>[],
  { behind, limit, first, ...limits }: Part & { first: readonly FinePosition[] },
): Promise<FinePosition[]> {
  let places = [...first];
  let read = 0;
  for (let size = 1; read < streams.length; size *= 2) {
    const last = places.length < limit ? undefined : places.at(-1);
    const found = await settleAll(
      streams.slice(read, read + size).map((condition) => {
        const some = select(db, { behind, limit }).where(condition).where(within(limits, true));
        return run(db, last === undefined ? some : some.where('date', '>=', last.date));
      }),
    );
    places = merged([places, ...found], limit);
    read += size;
  }
  return places;
}

/** Scans a user's fines, or those of a status that few have. */
function scanned(db: Handle, { day, amount, types }: FineSearch, part: Part): Promise<FinePosition[]> {
  const { userId } = part;
  // Written as expressions, which match no index, so that the scan uses the index of the user or the status.
  const conditions = [
    ...(types.length === 0 ? [] : [sql<boolean>`coalesce(fine_type, '') in ${oneOf(db, types)}`]),
    ...(amount === null ? [] : [sql<boolean>`coalesce(amount, 0) = ${amount}`]),
    ...(day === null ? [] : [sql<boolean>`coalesce(date, '') = ${day}`]),
  ];
  if (conditions.length === 0) return Promise.resolve([]);
  const any = sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  const places = select(db, part)
    .where(any)
    .where(within(part, userId !== undefined));
  return run(db, userId === undefined ? places : places.where('user_id', '=', userId));
}

const oneOf = (db: Handle, values: readonly string[]): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select unnest(${values}::text[]))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`;

/** Those of these places whose fines satisfy a condition. */
const atPlaces = (
  db: Handle,
  places: readonly FinePosition[],
  condition: RawBuilder<boolean>,
): Promise<FinePosition[]> =>
  places.length === 0
    ? Promise.resolve([])
    : run(
        db,
        sql<FinePosition>`
          select fines.date, fines.sequence from ${placesOf(db, places)} cross join fines
          where fines.date = place.date and fines.sequence = place.sequence and ${condition}`,
      );

function placesOf(db: Handle, places: readonly FinePosition[]): RawBuilder<unknown> {
  if (!isPostgres(db)) {
    const pairs = JSON.stringify(places.map(({ date, sequence }) => [date, sequence]));
    return sql`(select value ->> 0 as date, value ->> 1 as sequence from json_each(${pairs})) as place`;
  }
  const dates = places.map(({ date }) => date);
  const sequences = places.map(({ sequence }) => sequence);
  return sql`unnest(${dates}::text[], ${sequences}::bigint[]) as place(date, sequence)`;
}

/** The fines at these places, in the order of the list. */
export const finesAt = (db: Handle, places: readonly FinePosition[]): Promise<FineRow[]> =>
  places.length === 0
    ? Promise.resolve([])
    : run(
        db,
        sql<FineRow>`
          select fines.*, users.user_name
          from ${placesOf(db, places)} cross join fines inner join users on users.id = fines.user_id
          where fines.date = place.date and fines.sequence = place.sequence
          order by fines.date desc, fines.sequence desc`,
      );

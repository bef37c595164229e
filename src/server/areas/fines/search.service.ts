// Finding fines by type, note, amount and day (LIST-37).
import { type CalendarDay, parseDay } from '../../../core/calendar.ts';
import { MOST_FOUND } from '../../../core/limits.ts';
import { parseAmount } from '../../../core/money/money.ts';
import { containsAll, partsOf, searchKey } from '../../../core/text/search.ts';
import type { Handle } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import type { FineLimits } from '../../shared/queries.ts';
import type { FineRow } from '../../shared/wire.ts';
import * as repository from './search.repository.ts';

interface SearchQuery {
  search: string;
  userId: string | undefined;
  today: CalendarDay;
}

/** Caches what does not depend on the search until the books change. */
type Once = <T>(key: string, read: () => Promise<T>) => Promise<T>;

interface Understood {
  found: repository.FineSearch;
  /** Notes of fines before this day were not searched; null if all were. */
  notesFrom: CalendarDay | null;
}

/** The meaning of a search; null for an empty one, which finds everything. */
export async function understand(
  db: Handle,
  { search, userId, today }: SearchQuery,
  once: Once,
): Promise<Understood | null> {
  const wanted = searchKey(search);
  if (wanted === '') return null;
  const [types, notes] = await settleAll([
    once('types of fines', () => repository.typesWritten(db)).then((written) =>
      repository.typesMeant(db, search, written),
    ),
    userId === undefined
      ? once('newest notes', () => repository.newestNotes(db, userId))
      : repository.newestNotes(db, userId),
  ]);
  const parts = partsOf(wanted);
  const isCut = notes.length === repository.MOST_NOTES;
  return {
    found: {
      day: parseDay(search, today),
      amount: parseAmount(search),
      types,
      notes: notes.filter(({ key }) => containsAll(key, parts)),
    },
    notesFrom: isCut ? (notes.at(-1)?.date ?? null) : null,
  };
}

/** A page of the matches, and their number up to {@link MOST_FOUND}. */
export async function pageFound(
  db: Handle,
  { found }: Understood,
  { offset, limit, ...part }: FineLimits & { userId: string | undefined; offset: number; limit: number },
): Promise<{ rows: FineRow[]; count: number; more: boolean }> {
  const places = await repository.placesFound(db, found, { ...part, behind: null, limit: MOST_FOUND + 1 });
  const shown = places.slice(0, MOST_FOUND);
  const rows = await repository.finesAt(db, shown.slice(offset, offset + limit));
  return { rows, count: shown.length, more: places.length > shown.length };
}

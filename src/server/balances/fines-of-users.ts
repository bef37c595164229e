// Some fines of each of several users: the newest, or the oldest unpaid.
import { type ExpressionBuilder, sql } from 'kysely';
import { isOneOf, run } from '../db/run.ts';
import type { Schema } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { selectFines } from '../shared/queries.ts';
import type { FineRow } from '../shared/wire.ts';

/**
 * The newest fines of each user, or the oldest unpaid ones, in order. Short index scans for each user find the ids
 * first. If one statement read the fines as well, PostgreSQL would plan each user again, or read all fines of the
 * users.
 */
export async function finesByPlace(
  db: Handle,
  userIds: readonly string[],
  limit: number,
  which: 'newest' | 'oldest-unpaid',
): Promise<FineRow[]> {
  if (userIds.length === 0 || limit === 0) return [];
  const direction = which === 'newest' ? 'desc' : 'asc';
  const atPlace = (eb: ExpressionBuilder<Schema, 'users'>, place: number) => {
    const fines = eb.selectFrom('fines').select('fines.id').whereRef('fines.user_id', '=', 'users.id');
    // The conditions of the index fines_pending, which contains no other fines.
    const wanted =
      which === 'newest' ? fines : fines.where(sql<boolean>`fines.status = 'Pending' and fines.amount > 0`);
    return wanted
      .orderBy('fines.date', direction)
      .orderBy('fines.sequence', direction)
      .limit(1)
      .offset(place)
      .as(`place_${place}`);
  };
  const users = db.selectFrom('users').where(isOneOf(db, 'users.id', userIds));
  const found = await run(
    db,
    users.select((eb) => Array.from({ length: limit }, (_, place) => atPlace(eb, place))),
  );
  const ids = found.flatMap((places) => Object.values(places).filter((id) => id !== null));
  const byId = await finesById(db, ids);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The fines by id, without deleted ones. */
export async function finesById(db: Handle, ids: readonly string[]): Promise<Map<string, FineRow>> {
  const rows = ids.length === 0 ? [] : await run(db, selectFines(db).where(isOneOf(db, 'fines.id', ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

// The queries that adding a fine makes about rules and the list of fine types.
import { isOneOf } from '../run.ts';
import { builtOnce, type PlaceOf } from './built-once.ts';

export const stateOfRule = builtOnce((db, place: PlaceOf<{ id: string }>) =>
  db.selectFrom('settings').select('allow_disallow').where('id', '=', place('id')),
);

export const daysUntilDue = builtOnce((db) => db.selectFrom('organisation').select('due_days'));

/** Which of these keys belong to active types of the list. */
export const activeTypeKeys = builtOnce((db, place: PlaceOf<{ keys: readonly string[] }>) =>
  db
    .selectFrom('listed_fine_types')
    .select('type_key')
    .where(isOneOf(db, 'type_key', place('keys')))
    .where('active', '=', 1),
);

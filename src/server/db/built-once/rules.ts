// The queries that adding a fine makes about rules and the list of fine types.
import { isOneOf } from '../run.ts';
import { builtOnce, type PlaceOf } from './built-once.ts';

export const stateOfRule = builtOnce((db, place: PlaceOf<{ id: string }>) =>
  db.selectFrom('settings').select('allow_disallow').where('id', '=', place('id')),
);

export const daysUntilDue = builtOnce((db) => db.selectFrom('organisation').select('due_days'));

/** The types of the list whose name or Urdu name has one of these keys: the active ones first, in the order of the list. */
export const typesNamed = builtOnce((db, place: PlaceOf<{ keys: readonly string[] }>) =>
  db
    .selectFrom('listed_fine_types')
    .select(['name', 'type_key', 'urdu_key', 'active'])
    .where((eb) => eb.or([isOneOf(db, 'type_key', place('keys')), isOneOf(db, 'urdu_key', place('keys'))]))
    .orderBy('active', 'desc')
    .orderBy('position'),
);

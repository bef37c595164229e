// Compares the fine types in use, folded from the journal (how often each was used, when last and with which amount),
// with what is offered when adding a fine.
import { searchKey } from '../../../../core/text/search.ts';
import type { FineTypesTable } from '../../../db/schema.ts';
import type { Handle } from '../../../db/types.ts';
import type { AttachedRows } from '../../../ledger/attached.ts';
import type { Problems } from '../problems.ts';
import type { Entry } from '../records.ts';

type Type = Omit<FineTypesTable, 'type_key'>;
type State = Record<string, unknown> | null;

/** Fine types by key. */
export interface UsedTypes {
  used: Map<string, Type>;
  /** the ids of the types of the list */
  listed: Map<string, string>;
}

export const noTypes = (): UsedTypes => ({ used: new Map(), listed: new Map() });

export function foldTypes(
  types: UsedTypes,
  entry: Entry,
  [before, after]: readonly [State, State],
  attached: AttachedRows,
): void {
  if (entry.subject === 'fine-type') list(types, entry.subject_id, nameIn(before), nameIn(after));
  if (entry.subject === 'fine') use(types, entry, before, after);
  for (const { id, name } of attached.listed_fine_types ?? []) types.listed.set(searchKey(name), id);
  for (const type of attached.fine_types ?? []) {
    types.used.set(searchKey(type.fine_type), { ...type, last_sequence: entry.sequence });
  }
}

/** Free text that equals the name of a listed type counts as that type. */
function list({ used, listed }: UsedTypes, id: string, before: string | null, after: string | null): void {
  if (before !== null) listed.delete(searchKey(before));
  if (after !== null) listed.set(searchKey(after), id);
  if (after === null) for (const type of used.values()) if (type.listed_as === id) type.listed_as = null;
  const claimed = after === null || before === after ? undefined : used.get(searchKey(after));
  if (claimed !== undefined) claimed.listed_as = id;
}

/** Entering a fine uses its type; so does correcting one, unless it was doubled (fines/correction.service.ts). */
function use({ used, listed }: UsedTypes, entry: Entry, before: State, fine: State): void {
  const { fine_type: name, amount, doubled_by: doubledBy } = fine ?? {};
  if (typeof name !== 'string' || typeof amount !== 'number') return;
  // Types imported from the earlier application are attached to the import.
  if (before === null ? entry.action === 'import' : entry.action !== 'fines.correct') return;
  const isDoubled = typeof doubledBy === 'string';
  const isOtherType = before === null || before['fine_type'] !== name;
  if (before !== null && (isDoubled || (!isOtherType && before['amount'] === amount))) return;
  const key = searchKey(name);
  const known = used.get(key);
  used.set(key, {
    fine_type: name,
    last_amount: isDoubled ? amount / 2 : amount,
    last_sequence: entry.sequence,
    use_count: (known?.use_count ?? 0) + (isOtherType ? 1 : 0),
    listed_as: known === undefined ? (listed.get(key) ?? null) : known.listed_as,
  });
}

const nameIn = (type: State): string | null => (typeof type?.['name'] === 'string' ? type['name'] : null);

export async function compareTypes(db: Handle, { used }: UsedTypes, problems: Problems): Promise<void> {
  const left = new Map(used);
  for (const { type_key: key, ...row } of await db.selectFrom('fine_types').selectAll().orderBy('type_key').execute()) {
    const folded = left.get(key);
    left.delete(key);
    const columns = Object.keys(row) as (keyof Type)[];
    const wrong = folded === undefined ? ['*'] : columns.filter((column) => folded[column] !== row[column]);
    if (wrong.length > 0) problems.add(`The fine type "${key}" in use differs from the journal: ${wrong.join(', ')}.`);
  }
  for (const key of left.keys()) problems.add(`The fine type "${key}" is in use, but missing from those offered.`);
}

// What an entry of the journal wrote beside its record. With it the journal has all that the tables of the books have.
import type { Selectable } from 'kysely';
import type {
  AllocationsTable,
  FineTypesTable,
  ImportsTable,
  ListedFineTypesTable,
  PaymentsTable,
  UsersTable,
} from '../db/schema.ts';

/**
 * Rows by their tables. Left out is what the entry says itself: its sequence, an allocation's place and fine, who imported a
 * file and when.
 */
export interface Attached {
  allocations: Omit<AllocationsTable, 'sequence' | 'place' | 'fine_id'>;
  /** the payment that came with a fine, which has no entry of its own */
  payments: Omit<Selectable<PaymentsTable>, 'sequence'>;
  imports: Pick<ImportsTable, 'fingerprint'>;
  /** As they were after this entry; only where the entries do not give it: of an import, or from before they were attached. */
  fine_types: Omit<FineTypesTable, 'type_key' | 'last_sequence'>;
  listed_fine_types: Selectable<ListedFineTypesTable>;
  users: Pick<
    Selectable<UsersTable>,
    'id' | 'status' | 'created_at' | 'updated_at' | 'deleted_at' | 'summary_updated_at'
  >;
}

export type AttachedRows = { [T in keyof Attached]?: Attached[T][] };

/** Adds rows to those of an entry. Mutates `rows`. */
export function attachTo<T extends keyof Attached>(
  rows: AttachedRows,
  table: T,
  added: readonly Attached[T][],
): AttachedRows {
  const known: Attached[T][] = (rows[table] ??= []);
  known.push(...added);
  return rows;
}

/** For the entry. */
export const attachedText = (rows: AttachedRows | undefined): string | null =>
  rows === undefined ? null : JSON.stringify(rows);

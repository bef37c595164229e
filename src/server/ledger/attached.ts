// The rows that a journal entry wrote in addition to its record. With them the journal contains everything in the
// tables of the books.
import type { Selectable } from 'kysely';
import type {
  AllocationsTable,
  FineTypesTable,
  ImportsTable,
  JoinedUsersTable,
  ListedFineTypesTable,
  PaymentsTable,
  SurchargesTable,
  UsersTable,
} from '../db/schema.ts';

/**
 * Rows by table, without what the entry itself says: its sequence, an allocation's place and fine, a surcharge's id,
 * who imported a file and when.
 */
export interface Attached {
  allocations: Omit<AllocationsTable, 'sequence' | 'place' | 'fine_id'>;
  /** the payment that came with a fine and has no entry of its own */
  payments: Omit<Selectable<PaymentsTable>, 'sequence'>;
  joined_users: Omit<JoinedUsersTable, 'sequence'>;
  imports: Pick<ImportsTable, 'fingerprint'>;
  /** what makes a fine a late surcharge */
  surcharges: Omit<SurchargesTable, 'sequence' | 'id'>;
  /**
   * Rows as they were after this entry, if the entries do not give them: from an import, a join, or from before rows
   * were attached.
   */
  fine_types: Omit<FineTypesTable, 'type_key' | 'last_sequence'>;
  listed_fine_types: Selectable<ListedFineTypesTable>;
  users: Pick<
    Selectable<UsersTable>,
    'id' | 'status' | 'created_at' | 'updated_at' | 'deleted_at' | 'summary_updated_at'
  >;
}

export type AttachedRows = { [T in keyof Attached]?: Attached[T][] };

/** Adds rows to the attached rows of an entry. Mutates `rows`. */
export function attachTo<T extends keyof Attached>(
  rows: AttachedRows,
  table: T,
  added: readonly Attached[T][],
): AttachedRows {
  const known: Attached[T][] = (rows[table] ??= []);
  known.push(...added);
  return rows;
}

/** The form in which an entry stores them. */
export const attachedText = (rows: AttachedRows | undefined): string | null =>
  rows === undefined ? null : JSON.stringify(rows);

// The records in a journal entry.
import type { Selectable } from 'kysely';
import type { JournalTable } from '../../db/schema.ts';
import type { AttachedRows } from '../../ledger/attached.ts';

export type Entry = Selectable<JournalTable>;

export type JournalRecord = Record<string, unknown>;

/** Parses a record's JSON; undefined if it is invalid. */
export function recordOf(json: string | null): JournalRecord | null | undefined {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as JournalRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** What is attached to an entry; null if it is invalid. */
export function attachedOf({ attached }: Pick<Entry, 'attached'>): AttachedRows | null {
  const rows = recordOf(attached);
  if (rows === undefined || !Object.values(rows ?? {}).every(Array.isArray)) return null;
  return rows ?? {};
}

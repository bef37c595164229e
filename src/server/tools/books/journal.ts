// Reads the journal page by page, and checks that its entries are complete, unaltered and readable.
import type { Selectable } from 'kysely';
import type { JournalTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import type { AttachedRows } from '../../ledger/attached.ts';
import { hashOf } from '../../ledger/journal-hash.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * An entry, the record before and after it, and the rows attached to it. What was recorded of somebody whose record was
 * joined with another names the one that remained, as its row does.
 */
export interface Read {
  entry: Selectable<JournalTable>;
  before: Row | null;
  after: Row | null;
  attached: AttachedRows;
}

const MAX_KEPT = 1000;

/** What was found, one sentence each, and each sentence once. All are counted, but only the first are kept. */
export class Problems {
  readonly #kept = new Set<string>();
  count = 0;

  get sentences(): string[] {
    return [...this.#kept];
  }

  add(sentence: string): void {
    if (this.#kept.has(sentence)) return;
    this.count++;
    if (this.#kept.size < MAX_KEPT) this.#kept.add(sentence);
  }
}

/** Where the ids of users lead, by those that were joined with another one. */
export type Remaining = ReadonlyMap<string, string>;

/** Rows read at a time; bounds memory use. */
export const PAGE = 2000;

/** Passes on the entries that can be read, a page at a time; returns the number, hash and time of the newest. */
export async function readJournal(
  db: Handle,
  problems: Problems,
  remaining: Remaining,
  take: (page: readonly Read[]) => Promise<void>,
) {
  const end = { entries: 0, sequence: 0, hash: '', at: 0 };
  for (;;) {
    const page = await db
      .selectFrom('journal')
      .selectAll()
      .where('sequence', '>', end.sequence)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    const readable: Read[] = [];
    for (const entry of page) {
      const { sequence, hash, at } = entry;
      if (sequence !== end.sequence + 1) problems.add(missing(end.sequence + 1, sequence - 1));
      if (hash !== hashOf(end.hash, entry)) {
        problems.add(`${nameOf(entry)} was altered after it was written, or does not follow the entry before it.`);
      }
      Object.assign(end, { entries: end.entries + 1, sequence, hash, at });
      const read = parse(entry, remaining);
      if (read === undefined) problems.add(`${nameOf(entry)}: its record cannot be read.`);
      else readable.push(read);
    }
    await take(readable);
    if (page.length < PAGE) return end;
  }
}

export const nameOf = ({ sequence, action }: Read['entry']): string => `Journal entry ${sequence} (${action})`;

function missing(from: number, to: number): string {
  return from === to ? `Journal entry ${from} is missing.` : `Journal entries ${from} to ${to} are missing.`;
}

export function parse(entry: Read['entry'], remaining: Remaining): Read | undefined {
  const [before, after, attached] = [entry.before, entry.after, entry.attached].map(recordOf);
  if (before === undefined || after === undefined || attached === undefined) return undefined;
  if (!Object.values(attached ?? {}).every(Array.isArray)) return undefined;
  const read: Read = { entry, before, after, attached: attached ?? {} };
  const into = entry.subject === 'user' ? undefined : remaining.get(entry.user_id ?? '');
  if (into === undefined) return read;
  const owned = <R extends Row | null>(record: R): R =>
    record?.['user_id'] === entry.user_id ? { ...record, user_id: into } : record;
  const payments = read.attached.payments?.map(owned);
  return {
    entry: { ...entry, user_id: into },
    before: owned(before),
    after: owned(after),
    attached: { ...read.attached, ...(payments && { payments }) },
  };
}

function recordOf(json: string | null): Row | null | undefined {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    return typeof value === 'object' ? (value as Row | null) : undefined;
  } catch {
    return undefined;
  }
}

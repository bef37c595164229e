// Folds the journal from its first entry to its last: what the books must be if every change was written down. Each
// entry is checked on the way: no sequence is missing, and its change is what its record's before and after say.
import type { Selectable } from 'kysely';
import { type Balance, changeOfAdding, changeOfDeleting, EMPTY_BALANCE } from '../../../core/fine.ts';
import { isAmount, type Paisa } from '../../../core/money.ts';
import type { Handle } from '../../db/engine.ts';
import type { JournalTable } from '../../db/schema.ts';
import { emptyFingerprint, type Fingerprint, type FingerprintedFine, fingerprintFine } from './fingerprint.ts';
import type { Problems } from './problems.ts';

/** A user's, or the organisation's, figures and the fines they come from. */
export interface Account extends Balance {
  fines: Fingerprint;
}

export const newAccount = (): Account => ({ ...EMPTY_BALANCE, fines: emptyFingerprint() });

/** The account of a user, made at first use. */
function accountOf(accounts: Map<string, Account>, userId: string): Account {
  let account = accounts.get(userId);
  if (account === undefined) accounts.set(userId, (account = newAccount()));
  return account;
}

export interface FoldedJournal {
  entries: number;
  organisation: Balance;
  byUser: Map<string, Account>;
  used: Paisa;
  events: number;
}

type Entry = Selectable<JournalTable>;

/** Rows read at a time: memory stays the same however long the journal is. */
const PAGE = 2000;

export async function foldJournal(db: Handle, problems: Problems): Promise<FoldedJournal> {
  const folded: FoldedJournal = {
    entries: 0,
    organisation: { ...EMPTY_BALANCE },
    byUser: new Map(),
    used: 0,
    events: 0,
  };
  let last = 0;
  for (;;) {
    const page = await db
      .selectFrom('journal')
      .selectAll()
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    for (const entry of page) {
      if (entry.sequence !== last + 1) problems.add(missing(last + 1, entry.sequence - 1));
      last = entry.sequence;
      foldEntry(folded, entry, problems);
    }
    if (page.length < PAGE) return folded;
  }
}

function missing(from: number, to: number): string {
  return from === to ? `Journal entry ${from} is missing.` : `Journal entries ${from} to ${to} are missing.`;
}

function foldEntry(folded: FoldedJournal, entry: Entry, problems: Problems): void {
  const name = `Journal entry ${entry.sequence} (${entry.action})`;
  folded.entries++;
  folded.used += entry.used_change;
  addTo(folded.organisation, entry, { fineCount: 0, paidCount: 0 });
  const before = recordOf(entry.before);
  const after = recordOf(entry.after);
  if (before === undefined || after === undefined) {
    problems.add(`${name}: its record cannot be read.`);
    return;
  }
  if (entry.subject === 'fine') foldFine(folded, entry, [before, after], problems);
  else if (entry.subject === 'event') foldEvent(folded, entry, [before, after], problems);
  if (entry.subject !== 'event') expectChange(problems, name, 'used money', entry.used_change, 0);
  if (entry.subject !== 'fine') {
    expectChange(problems, name, 'the total', entry.total_change, 0);
    expectChange(problems, name, 'what is pending', entry.pending_change, 0);
  }
}

function foldFine(folded: FoldedJournal, entry: Entry, states: (JournalRecord | null)[], problems: Problems): void {
  const name = `Journal entry ${entry.sequence} (${entry.action})`;
  const fines = states.map((state) => (state === null ? null : fineOf(state, entry)));
  const [before, after] = fines;
  if (entry.user_id === null || before === undefined || after === undefined) {
    problems.add(`${name}: its fine cannot be read, or is another one.`);
    return;
  }
  const account = accountOf(folded.byUser, entry.user_id);
  const counts = { fineCount: 0, paidCount: 0 };
  let total = 0;
  let pending = 0;
  for (const [fine, sign] of [[before, -1] as const, [after, 1] as const]) {
    if (fine === null) continue;
    const change = sign === 1 ? changeOfAdding(fine) : changeOfDeleting(fine);
    total += change.total;
    pending += change.pending;
    counts.fineCount += change.fineCount;
    counts.paidCount += change.paidCount;
    fingerprintFine(account.fines, fine, sign);
  }
  addTo(account, entry, counts);
  folded.organisation.fineCount += counts.fineCount;
  folded.organisation.paidCount += counts.paidCount;
  expectChange(problems, name, 'the total', entry.total_change, total);
  expectChange(problems, name, 'what is pending', entry.pending_change, pending);
}

function foldEvent(folded: FoldedJournal, entry: Entry, states: (JournalRecord | null)[], problems: Problems): void {
  const name = `Journal entry ${entry.sequence} (${entry.action})`;
  const [before, after] = states.map((state) => (state === null ? 0 : state.amount));
  if (typeof before !== 'number' || typeof after !== 'number') {
    problems.add(`${name}: its event cannot be read.`);
    return;
  }
  folded.events += (states[1] === null ? 0 : 1) - (states[0] === null ? 0 : 1);
  expectChange(problems, name, 'used money', entry.used_change, after - before);
}

function addTo(balance: Balance, entry: Entry, counts: Pick<Balance, 'fineCount' | 'paidCount'>): void {
  balance.total += entry.total_change;
  balance.pending += entry.pending_change;
  balance.fineCount += counts.fineCount;
  balance.paidCount += counts.paidCount;
}

/** Changes in paisa: what the entry says, and what its record's before and after say. */
function expectChange(problems: Problems, name: string, what: string, said: Paisa, real: Paisa): void {
  if (said !== real) problems.add(`${name}: it says it changed ${what} by ${said} paisa, its record says ${real}.`);
}

interface JournalRecord {
  id?: unknown;
  user_id?: unknown;
  amount?: unknown;
  date?: unknown;
  status?: unknown;
}

/** A record's JSON; null where there is none, undefined when it cannot be read. */
function recordOf(json: string | null): JournalRecord | null | undefined {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The record as the fine that the entry is about; undefined when it is none, or another one. */
function fineOf(record: JournalRecord, entry: Entry): (FingerprintedFine & { status: 'Paid' | 'Pending' }) | undefined {
  const { id, user_id, amount, date, status } = record;
  if (id !== entry.subject_id || user_id !== entry.user_id || typeof user_id !== 'string') return undefined;
  if (typeof amount !== 'number' || !isAmount(amount) || typeof date !== 'string') return undefined;
  if (status !== 'Paid' && status !== 'Pending') return undefined;
  return { id: entry.subject_id, user_id, amount, date, status };
}

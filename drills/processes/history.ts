// Checks the whole journal: every acknowledged write is in it once, each write started from the state the previous one
// left, and every charge followed the rule at that moment.
import type { JournalTable } from '../../src/server/db/schema.ts';
import type { Database } from '../../src/server/db/types.ts';
import { paisaFromRupees } from '../../src/core/money/money.ts';
import type { RaceLog } from './racers.ts';
import { emptyUserRow, userRecord } from '../../src/server/shared/user-row.ts';

export interface Entry {
  sequence: number;
  batch: number;
  at: number;
  action: string;
  subject: JournalTable['subject'];
  subject_id: string;
  user_id: string | null;
  before: Fields | null;
  after: Fields | null;
  total_change: number;
  pending_change: number;
  credit_change: number;
}

type Fields = Record<string, unknown>;

/** The columns that people enter; the others are derived. */
const ENTERED: Record<string, readonly string[]> = {
  fine: ['user_id', 'fine_type', 'description', 'amount', 'date', 'status', 'paid_on', 'paid_amount', 'waived_amount'],
  user: Object.keys(userRecord(emptyUserRow({ id: '' }))),
};

/** Oldest entry first. */
export async function readJournal(db: Database): Promise<Entry[]> {
  const rows = await db.read.selectFrom('journal').selectAll().orderBy('sequence').execute();
  const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as Fields));
  return rows.map((row) => ({ ...row, before: parse(row.before), after: parse(row.after) }));
}

/** Lost updates: entries that did not start from the state that the record's previous entry left. */
export function lostUpdates(journal: readonly Entry[]): string[] {
  const newest = new Map<string, string>();
  const lost: string[] = [];
  for (const { sequence, subject, subject_id: id, before, after } of journal) {
    const name = `${subject} ${id}`;
    const fields = ENTERED[subject];
    if (fields === undefined) continue;
    const text = (record: Fields | null) => JSON.stringify(record && fields.map((field) => record[field]));
    const left = newest.get(name) ?? JSON.stringify(null);
    if (text(before) !== left) lost.push(`entry ${sequence}: ${name} was ${left}, taken for ${text(before)}`);
    newest.set(name, text(after));
  }
  return lost;
}

/** How many sequence numbers are missing or duplicate. */
export const gapsOf = (journal: readonly Entry[]): number =>
  journal.filter(({ sequence }, index) => sequence !== (journal[0]?.sequence ?? 1) + index).length;

/** Entries after which a user's pending amount or credit was below 0, or pending above the total. */
export function impossibleFigures(journal: readonly Entry[]): string[] {
  const figures = new Map<string, { total: number; pending: number; credit: number }>();
  const impossible: string[] = [];
  for (const entry of journal) {
    if (entry.user_id === null) continue;
    const { total, pending, credit } = figures.get(entry.user_id) ?? { total: 0, pending: 0, credit: 0 };
    const now = {
      total: total + entry.total_change,
      pending: pending + entry.pending_change,
      credit: credit + entry.credit_change,
    };
    figures.set(entry.user_id, now);
    if (now.pending < 0 || now.credit < 0 || now.pending > now.total)
      impossible.push(`entry ${entry.sequence}: ${JSON.stringify(now)}`);
  }
  return impossible;
}

/** Fines that were not charged by the repeat-offence rule, given the journal before each of them. */
export function wrongCharges(journal: readonly Entry[], log: RaceLog): { checked: number; wrong: string[] } {
  const standing = new Map<string, number>();
  const wrong: string[] = [];
  let checked = 0;
  for (const { sequence, subject, action, user_id: userId, before, after } of journal) {
    if (subject !== 'fine' || userId === null) continue;
    const fines = standing.get(userId) ?? 0;
    if (after === null) standing.set(userId, fines - 1);
    if (before !== null || after === null || action !== 'fines.add') continue;
    standing.set(userId, fines + 1);
    const submission = log.added.get(String(after['description']));
    const normal = paisaFromRupees(submission?.amount ?? 0) ?? 0;
    checked += 1;
    // All fines of the drill have the same date, so any earlier fine of the user is in the same week.
    if (after['amount'] !== (fines > 0 ? 2 * normal : normal)) {
      wrong.push(`entry ${sequence}: ${fines} fines before, ${normal} paisa charged as ${String(after['amount'])}`);
    }
  }
  return { checked, wrong };
}

/** The entries of money that hold a client's key. */
const MONEY = new Set(['payments.take payment', 'payments.reverse reversal', 'fines.waive waiver']);

/** Acknowledged writes that are not in the journal exactly once, and journal entries that were never acknowledged. */
export function notOnce(journal: readonly Entry[], log: RaceLog): string[] {
  const seen = new Map<string, number>();
  for (const { subject, action, subject_id: id, before, after } of journal) {
    const name =
      action === 'fines.add'
        ? `added ${String(after?.['description'])}`
        : action === 'fines.delete' && after === null
          ? `deleted ${id}`
          : action === 'fines.setStatus' && subject === 'fine'
            ? `marked ${id} ${String(after?.['status'])}`
            : subject === 'user' && after !== null && String(after['phone']).length > 4
              ? `edited ${String(after['phone'])}`
              : MONEY.has(`${action} ${subject}`)
                ? `${action} ${String(after?.['note'] ?? after?.['reason'])}`
                : null;
    // The reduction of another fine belongs to the deletion that caused it.
    if (name !== null && before !== after) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  const expected = new Map<string, number>([
    ...[...log.added].map(([key, { users }]): [string, number] => [`added ${key}`, users]),
    ...[...log.marked].map(([name, times]): [string, number] => [`marked ${name}`, times]),
    ...[...log.deleted].map((id): [string, number] => [`deleted ${id}`, 1]),
    ...[...log.money].map((name): [string, number] => [name, 1]),
    ...[...log.edited].map((phone): [string, number] => [`edited ${phone}`, 1]),
  ]);
  return [...new Set([...seen.keys(), ...expected.keys()])]
    .filter((name) => seen.get(name) !== expected.get(name))
    .map((name) => `${name}: ${seen.get(name) ?? 0} times, ${expected.get(name) ?? 0} acknowledged`);
}

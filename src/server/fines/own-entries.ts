// A collector takes back, corrects and deletes only where every record it touches was entered by themselves that day
// (ACCESS-17). Who entered a record, and when, is what the journal says of its first entry.
import { type CalendarDay, dayOf } from '../../core/calendar.ts';
import { isHeldToOwnEntries } from '../../core/permission.ts';
import { isOneOf } from '../db/prepared.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { CommandContext } from '../ledger/command.ts';

/** No day is longer: those on which clocks are put back have 25 hours. */
const LONGEST_DAY_MS = 25 * 60 * 60 * 1000;

interface Entering {
  actor: string;
  /** ms */
  now: number;
  today: CalendarDay;
  timeZone: string;
}

/** The first entries of records that somebody made today. */
async function entriesOfToday(db: Handle, { actor, now, today, timeZone }: Entering, recordIds?: readonly string[]) {
  const rows = await db
    .selectFrom('journal')
    .where('actor', '=', actor)
    .where('subject', 'in', ['fine', 'payment', 'waiver'])
    .where('at', '>=', now - LONGEST_DAY_MS)
    .where('before', 'is', null)
    .$if(recordIds !== undefined, (query) => query.where(isOneOf(db, 'subject_id', recordIds ?? [])))
    .select(['at', 'subject', 'subject_id'])
    .execute();
  return rows.filter(({ at }) => dayOf(at, timeZone) === today);
}

/** Throws `not-own-entry` unless the caller is a manager or entered each of these records today. */
export async function requireOwnEntries(context: CommandContext, recordIds: readonly string[]): Promise<void> {
  if (!isHeldToOwnEntries(context.access)) return;
  const own = new Set((await entriesOfToday(context.tx, context, recordIds)).map((entry) => entry.subject_id));
  if (!recordIds.every((id) => own.has(id))) throw new AppError('not-own-entry');
}

/** The fines and payments that somebody entered today. */
export async function listOwnEntries(db: Handle, entering: Entering) {
  const entries = await entriesOfToday(db, entering);
  const idsOf = (subject: string) => entries.flatMap((entry) => (entry.subject === subject ? entry.subject_id : []));
  return { fineIds: idsOf('fine'), paymentIds: idsOf('payment') };
}

// A collector may take back, correct and delete only if they entered every affected record themselves that day
// (ACCESS-17). Who entered a record, and when, is recorded by its first journal entry; what counts is the person's id,
// not their address.
import type { listOwnEntries as operation } from '../../contract/entries.ts';
import type { Output } from '../../contract/operation.ts';
import { type CalendarDay, dayOf } from '../../core/calendar.ts';
import { type Actor, userOfId } from '../../core/people/actor.ts';
import { emailKey } from '../../core/people/email.ts';
import { isHeldToOwnEntries } from '../../core/people/permission.ts';
import { sql } from 'kysely';
import { isOneOf, run, runFirst } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../base/errors.ts';
import type { CommandContext } from '../ledger/command.ts';
import { waiversLeftOf } from './holdings.ts';
import { heldOfAny } from './allocations.repository.ts';

/** No day is longer: when clocks are put back it has 25 hours. */
const LONGEST_DAY_MS = 25 * 60 * 60 * 1000;

interface Entering {
  actor: Actor;
  /** ms */
  now: number;
  today: CalendarDay;
  timeZone: string;
}

/** The first entries of the records that somebody made within the longest day. */
function firstEntries(db: Handle, { actor, now }: Pick<Entering, 'actor' | 'now'>, names: ReadonlySet<string>) {
  // An entry from before ids were recorded is theirs if they had its address all the time.
  const isTheirs = names.size === 1 ? sql<string>`coalesce(actor_id, ${actor.id})` : sql<string>`actor_id`;
  return (
    db
      .selectFrom('journal')
      // Needed because the index contains names, not ids.
      .where('actor', 'in', [...names])
      .where(isTheirs, '=', actor.id)
      .where('subject', 'in', ['fine', 'payment', 'waiver'])
      .where('at', '>=', now - LONGEST_DAY_MS)
      .where('before', 'is', null)
  );
}

/** Those made today. */
async function entriesOfToday(db: Handle, entering: Entering, recordIds?: readonly string[]) {
  const first = firstEntries(db, entering, await namesOf(db, entering)).select(['at', 'subject', 'subject_id']);
  const asked = recordIds === undefined ? first : first.where(isOneOf(db, 'subject_id', recordIds));
  const rows = await run(db, asked);
  return rows.filter(({ at }) => dayOf(at, entering.timeZone) === entering.today);
}

const STANDS = {
  fine: sql<boolean>`exists (select 1 from fines where fines.id = journal.subject_id)`,
  payment: sql<boolean>`not exists (select 1 from reversals where payment_id = journal.subject_id)`,
  waiver: sql<boolean>`not exists (select 1 from reversals where waiver_id = journal.subject_id)`,
};

/** What somebody entered today that still stands: how many records, and the batch and action of the newest. */
export async function standingOfToday(db: Handle, entering: Pick<Entering, 'actor' | 'now' | 'today'>) {
  const made = firstEntries(db, entering, await namesOf(db, entering))
    .where('day', '=', entering.today)
    .where((eb) =>
      eb.or(
        Object.entries(STANDS).map(([subject, stands]) =>
          eb.and([eb('subject', '=', subject as keyof typeof STANDS), stands]),
        ),
      ),
    );
  // The newest by its number, as an order by it would read the journal backwards, however long ago their last entry is.
  const kinds = made
    .select((eb) => ['subject', eb.fn.countAll<number>().as('count'), eb.fn.max('sequence').as('last')])
    .groupBy('subject');
  const counts = await run(db, kinds);
  const last = Math.max(0, ...counts.map((found) => found.last));
  const newest =
    last === 0
      ? undefined
      : await runFirst(db, db.selectFrom('journal').select(['batch', 'action']).where('sequence', '=', last));
  const countOf = (subject: string): number => counts.find((found) => found.subject === subject)?.count ?? 0;
  return { fines: countOf('fine'), payments: countOf('payment'), waivers: countOf('waiver'), newest };
}

/** Their present name and all that they have had since then; '' stands for a time when they had none. */
async function namesOf(
  db: Handle,
  { actor: { id, name }, now }: Pick<Entering, 'actor' | 'now'>,
): Promise<ReadonlySet<string>> {
  const userId = userOfId(id);
  if (userId === null) return new Set([name]);
  const changes = await run(
    db,
    db
      .selectFrom('journal')
      .select('before')
      .where('subject_id', '=', userId)
      .where('subject', '=', 'user')
      .where('at', '>=', now - LONGEST_DAY_MS),
  );
  const former = changes.map(({ before }) => (JSON.parse(before ?? '{}') as { user_email?: string | null }).user_email);
  return new Set([name, ...former.map((email) => emailKey(email ?? ''))]);
}

/** Throws `not-own-entry` unless the caller is a manager or entered each of these records today. */
export async function requireOwnEntries(context: CommandContext, recordIds: readonly string[]): Promise<void> {
  if (!isHeldToOwnEntries(context.access)) return;
  const own = new Set((await entriesOfToday(context.tx, context, recordIds)).map((entry) => entry.subject_id));
  if (!recordIds.every((id) => own.has(id))) throw new AppError('not-own-entry');
}

/** What somebody entered today and may change according to {@link requireOwnEntries}. */
export async function listOwnEntries(db: Handle, entering: Entering): Promise<Output<typeof operation>> {
  const entries = await entriesOfToday(db, entering);
  const own = new Set(entries.map((entry) => entry.subject_id));
  const idsOf = (subject: string) => entries.flatMap((entry) => (entry.subject === subject ? entry.subject_id : []));
  const fineIds = idsOf('fine');
  const [parts, waivers] = await settleAll([
    heldOfAny(db, { fineIds, paymentIds: idsOf('payment') }),
    waiversLeftOf(db, fineIds),
  ]);
  const isOwn = (id: string | null) => id === null || own.has(id);
  const touched = new Set([
    ...parts.flatMap(({ fineId, paymentId }) => (isOwn(paymentId) ? [] : fineId)),
    ...waivers.flatMap(({ id, fineId }) => (isOwn(id) ? [] : fineId)),
  ]);
  const payingOthers = new Set(parts.flatMap(({ fineId, paymentId }) => (isOwn(fineId) ? [] : paymentId)));
  return {
    fineIds,
    removableFineIds: fineIds.filter((id) => !touched.has(id)),
    paymentIds: idsOf('payment').filter((id) => !payingOthers.has(id)),
  };
}

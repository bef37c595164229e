// The SQL of the outbox. Each statement that changes the state of a message names the state it had before, so that of
// two processes, or a process and a person, only one succeeds.
import type { Selectable, SelectQueryBuilder } from 'kysely';
import {
  canSendAgain,
  type Channel,
  goesOut,
  MAIL_STATES,
  MAIL_TOO_LATE_MS,
  MAILS_KEPT_MS,
  type MailState,
  type Next,
  PUSH_USE_MS,
} from '../../core/mail/delivery.ts';
import { isOneOf, isOneOfFound, run, runFirst, runOne } from '../db/run.ts';
import type { MailsTable, Schema } from '../db/schema.ts';
import type { Database, Handle } from '../db/types.ts';
import { offsetOf } from '../shared/queries.ts';
import { idsOfUser } from '../shared/joined-users.ts';
import { matches, searchFor } from '../shared/finding/searches.ts';

export type Mail = Selectable<MailsTable>;

const GOES_OUT = MAIL_STATES.filter(goesOut);
/** A try without a recorded outcome. An `unknown` outcome may still become known if its process was merely slow. */
const UNDER_WAY: readonly MailState[] = [...GOES_OUT, 'sending', 'unknown'];
const BEGINS_AGAIN = MAIL_STATES.filter((state) => canSendAgain('mail', state));

/** Changes a message that still has as many tries, and one of these states. */
const changing = (db: Handle, { id, tries }: Mail, values: Partial<Mail>, states: readonly MailState[] = GOES_OUT) =>
  db.updateTable('mails').set(values).where('id', '=', id).where('tries', '=', tries).where('state', 'in', states);

/** Changes all messages that are due. */
const changingDue = (db: Handle, channel: Channel, now: number, values: Partial<Mail>) =>
  db
    .updateTable('mails')
    .set(values)
    .where('channel', '=', channel)
    .where('next_try_at', '<=', now)
    .where('state', 'in', GOES_OUT);

const outcomeOf = ({ nextTryAt, ...next }: Next, { now, reply }: { now: number; reply: string }) => ({
  ...next,
  next_try_at: nextTryAt,
  tried_at: now,
  reply,
});

/** Messages to be sent now, the longest waiting first. */
export const dueMails = (
  db: Handle,
  { channel, now, limit }: { channel: Channel; now: number; limit: number },
): Promise<Mail[]> =>
  run(
    db,
    db
      .selectFrom('mails')
      .selectAll()
      .where('channel', '=', channel)
      .where('next_try_at', '<=', now)
      .where('state', 'in', GOES_OUT)
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(limit),
  );

/** Whether anything is to be sent, or was marked as being sent without a recorded outcome. */
export async function isAnythingDue(db: Handle, channel: Channel, now: number): Promise<boolean> {
  const due = db.selectFrom('mails').select('id').where('channel', '=', channel).where('next_try_at', '<=', now);
  return (await runFirst(db, due.limit(1))) !== undefined;
}

/** Marks a message as being sent: from here on it may arrive. False if it was withdrawn or taken by another process. */
export async function beginSending(db: Handle, mail: Mail, now: number): Promise<boolean> {
  return (await runFirst(db, changing(db, mail, { state: 'sending', tried_at: now }).returning('id'))) !== undefined;
}

/** Postpones a message, which does not count as a try. */
export async function putOff(db: Handle, mail: Mail, until: number): Promise<void> {
  await run(db, changing(db, mail, { next_try_at: until }));
}

/** Like {@link putOff}, for all messages that are due. */
export async function putOffDue(
  db: Handle,
  channel: Channel,
  { now, until }: { now: number; until: number },
): Promise<void> {
  await run(db, changingDue(db, channel, now, { next_try_at: until }));
}

/** Records the outcome of a try. */
export async function endTry(db: Handle, mail: Mail, next: Next, at: { now: number; reply: string }): Promise<void> {
  await run(db, changing(db, mail, outcomeOf(next, at), UNDER_WAY));
}

/** Like {@link endTry}, for all messages due after this many tries, when the server is away. */
export async function endTryOfDue(
  db: Handle,
  { channel, tries }: { channel: Channel; tries: number },
  next: Next,
  at: { now: number; reply: string },
): Promise<void> {
  await run(db, changingDue(db, channel, at.now, outcomeOf(next, at)).where('tries', '=', tries));
}

/** Marks messages that another process was sending when it ended: their outcome cannot be known. */
export async function loseTrack(db: Handle, channel: Channel): Promise<number> {
  const lost = db
    .updateTable('mails')
    .set({ state: 'unknown', next_try_at: null })
    .where('channel', '=', channel)
    .where('next_try_at', 'is not', null)
    .where('state', '=', 'sending')
    .returning('id');
  return (await run(db, lost)).length;
}

/** Gives up messages that are due but no longer worth sending. */
export async function giveUpTooLate(db: Handle, channel: Channel, now: number): Promise<void> {
  const due = changingDue(db, channel, now, { state: 'given-up', next_try_at: null });
  const tooLate =
    channel === 'mail'
      ? due.where('next_try_at', '<', now - MAIL_TOO_LATE_MS)
      : due.where('queued_at', '<=', now - PUSH_USE_MS);
  await run(db, tooLate);
}

/**
 * Starts sending again at a person's request: a reminder then keeps no hours. False if the message is still under way,
 * or was sent.
 */
export async function tryAgain(db: Handle, { id, kind, facts }: Mail, now: number): Promise<boolean> {
  const atOnce = kind === 'reminder' && facts !== null ? { ...(JSON.parse(facts) as object), byItself: false } : null;
  const again = db
    .updateTable('mails')
    .set({ state: 'waiting', tries: 0, next_try_at: now, ...(atOnce && { facts: JSON.stringify(atOnce) }) })
    .where('id', '=', id)
    .where('channel', '=', 'mail')
    .where('state', 'in', BEGINS_AGAIN)
    .returning('id');
  return (await runFirst(db, again)) !== undefined;
}

export const findMail = (db: Handle, id: string): Promise<Mail | undefined> =>
  runFirst(db, db.selectFrom('mails').selectAll().where('id', '=', id));

/** Replaces the content or address of a message, unless it has begun to be sent. */
export async function replaceMail(db: Handle, mail: Mail, to: Partial<Mail>): Promise<void> {
  await run(db, changing(db, mail, to));
}

/** Removes a message, unless it has begun to be sent. */
export async function dropMail(db: Handle, { id, tries }: Mail): Promise<void> {
  await run(db, db.deleteFrom('mails').where('id', '=', id).where('tries', '=', tries).where('state', 'in', GOES_OUT));
}

/** Notes that a server refused messages for this address permanently. */
export async function noteRefusal(db: Handle, { address_key }: Mail, now: number, reply: string): Promise<void> {
  await run(
    db,
    db
      .insertInto('refused_addresses')
      .values({ address_key, refused_at: now, reply })
      .onConflict((conflict) => conflict.column('address_key').doUpdateSet({ refused_at: now, reply })),
  );
}

/** The refusals of these addresses, by key. */
export async function refusalsOf(db: Handle, addressKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await run(
    db,
    db
      .selectFrom('refused_addresses')
      .select(['address_key', 'reply'])
      .where(isOneOf(db, 'address_key', addressKeys)),
  );
  return new Map(rows.map(({ address_key: key, reply }) => [key, reply]));
}

export async function forgetRefusal(db: Handle, { address_key }: Mail): Promise<void> {
  await run(db, db.deleteFrom('refused_addresses').where('address_key', '=', address_key));
}

/** Messages are kept for 90 days, whatever their outcome; so are refusals. */
export async function deleteOldMails({ write }: Database, now: number): Promise<void> {
  const before = now - MAILS_KEPT_MS;
  await run(write, write.deleteFrom('mails').where('queued_at', '<', before));
  await run(write, write.deleteFrom('refused_addresses').where('refused_at', '<', before));
}

/** Nothing is kept of, or sent to, somebody who was deleted. */
export const deleteMailsOf = async (db: Handle, userId: string): Promise<unknown> =>
  run(db, db.deleteFrom('mails').where(isOneOf(db, 'user_id', await idsOfUser(db, userId))));

interface MailFilter {
  search: string;
  state: MailState | 'all';
}

const found = (db: Handle, { search, state }: MailFilter) => {
  const mails = db.selectFrom('mails').where(matches(['search_key'], searchFor(search)));
  return state === 'all' ? mails : mails.where('state', '=', state);
};

const newestFirst = <O>(mails: SelectQueryBuilder<Schema, 'mails', O>) =>
  mails.orderBy('queued_at', 'desc').orderBy('id', 'desc');

/** Newest first. Messages before the page are skipped in an index: their rows, which contain their texts, are large. */
export function mailsPage(db: Handle, filter: MailFilter, page: { page: number; pageSize: number }) {
  const ids = newestFirst(found(db, filter).select('id')).limit(page.pageSize).offset(offsetOf(page));
  return run(
    db,
    newestFirst(
      db
        .selectFrom('mails')
        .where(isOneOfFound(db, 'id', ids))
        .select([
          'id',
          'channel',
          'kind',
          'user_id',
          'address',
          'recipient',
          'subject',
          'state',
          'tries',
          'queued_at',
          'next_try_at',
          'tried_at',
          'reply',
        ]),
    ),
  );
}

/** How many e-mails queued since then did not arrive. */
export async function countGivenUp(db: Handle, since: number): Promise<number> {
  const mails = db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('queued_at', '>=', since)
    .where('state', '=', 'given-up')
    .where('channel', '=', 'mail');
  return (await runOne(db, mails)).count;
}

export async function countMails(db: Handle, filter: MailFilter): Promise<number> {
  const counted = await runFirst(
    db,
    found(db, filter).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return counted?.count ?? 0;
}

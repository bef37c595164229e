// The pictures that came with requests and fines (REQ-9, REQ-10, SEEN-4). Each is stored once by its digest, however
// many records it came with, and for as long as one of them keeps it.
import { addDays, beginningOf, type CalendarDay } from '../../../core/calendar.ts';
import { MAX_PICTURE_SIZE } from '../../../core/limits.ts';
import { picturesKeptSince } from '../../../core/money/member-request.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOf, run, runFirst } from '../../db/run.ts';
import { inWriteTransaction } from '../../db/transaction.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { storedPicture } from './clean-picture.ts';

/** A picture as it is stored. */
export interface SentPicture {
  hash: string;
  /** bytes */
  size: number;
  /** base64 */
  picture: string;
}

/**
 * Keeps of a picture what draws it. Done before the command, because nobody may wait for it under the lock of the
 * books. Throws AppError picture-kind, picture-too-large, picture-too-wide.
 */
export const cleanedPicture = (base64: string): SentPicture =>
  storedPicture(base64, { for: 'picture', maxSize: MAX_PICTURE_SIZE });

type Writing = Pick<CommandContext, 'tx' | 'send'>;

const insertLinks = insertion('kept_pictures');

/** Keeps different pictures, all of them for each of these records. */
export function keepPictures(
  { tx, send }: Writing,
  recordIds: readonly string[],
  pictures: readonly SentPicture[],
): void {
  if (pictures.length === 0) return;
  const rows = pictures.map(({ hash, picture }) => ({ hash, picture }));
  // An update, so that a deletion of what nobody kept until now waits or is waited for.
  const insert = tx
    .insertInto('pictures')
    .values(rows)
    .onConflict((known) => known.column('hash').doUpdateSet((eb) => ({ picture: eb.ref('excluded.picture') })));
  const links = recordIds.flatMap((record_id) => rows.map(({ hash }) => ({ record_id, hash })));
  send([run(tx, insert), insertLinks(tx, links)]);
}

/** These records no longer keep these pictures. */
export function dropPictures({ tx, send }: Writing, recordIds: readonly string[], hashes: readonly string[]): void {
  if (hashes.length === 0) return;
  const links = tx
    .deleteFrom('kept_pictures')
    .where(isOneOf(tx, 'record_id', recordIds))
    .where(isOneOf(tx, 'hash', hashes));
  send([run(tx, links), run(tx, keptByNobody(tx).where(isOneOf(tx, 'hash', hashes)))]);
}

const keptByNobody = (db: Handle) =>
  db
    .deleteFrom('pictures')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('kept_pictures').select('hash').whereRef('kept_pictures.hash', '=', 'pictures.hash')),
      ),
    );

/** The digests of what these records keep, each once. */
export async function picturesKeptFor(db: Handle, recordIds: readonly string[]): Promise<string[]> {
  const kept = db.selectFrom('kept_pictures').select('hash').distinct();
  return (await run(db, kept.where(isOneOf(db, 'record_id', recordIds)))).map(({ hash }) => hash);
}

/** A picture of a record, base64; undefined if it does not keep it. */
export async function findPicture(db: Handle, recordId: string, hash: string | null): Promise<string | undefined> {
  const kept = db
    .selectFrom('kept_pictures')
    .innerJoin('pictures', 'pictures.hash', 'kept_pictures.hash')
    .select('picture')
    .where('record_id', '=', recordId)
    .where('kept_pictures.hash', '=', hash);
  return (await runFirst(db, kept))?.picture;
}

/** The pictures of fines that were settled before this instant (ms) are deleted. */
export const finePicturesKeptSince = (today: CalendarDay, timeZone: string, days: number): number =>
  beginningOf(addDays(today, -days), timeZone);

/**
 * Deletes the pictures of requests and fines that were decided or settled long enough ago. Safe to run at any time; no
 * record changes.
 */
export async function deleteOldPictures(
  db: Database,
  { today, timeZone, ofFinesDays }: { today: CalendarDay; timeZone: string; ofFinesDays: number },
): Promise<void> {
  await inWriteTransaction(db, async (tx) => {
    const old = tx.deleteFrom('kept_pictures').where((eb) => {
      const record = eb.ref('kept_pictures.record_id');
      const decided = eb.selectFrom('requests').select('id').where('requests.id', '=', record);
      const settled = eb.selectFrom('fines').select('id').where('fines.id', '=', record);
      return eb.or([
        eb.exists(decided.where('decided_on', '<', picturesKeptSince(today))),
        eb.exists(settled.where('paid_on', '<', finePicturesKeptSince(today, timeZone, ofFinesDays))),
      ]);
    });
    const { numDeletedRows } = await old.executeTakeFirst();
    if (numDeletedRows > 0n) await keptByNobody(tx).execute();
  });
}

// One fine with its history (FINE-19), and its pictures: what was seen (SEEN-1 to SEEN-4).
import type { Selectable, Transaction } from 'kysely';
import type { FineChange, FineDetails, PaidPart } from '../../../contract/fines/fine-details.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { changeOfFine } from '../../../core/fines/fine.ts';
import { FINE_HISTORY_SIZE, MAX_FINE_PICTURES } from '../../../core/limits.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { FinesTable, JournalTable, Schema } from '../../db/schema.ts';
import { AppError } from '../../base/errors.ts';
import { figuresOf } from '../../balances/change-fine.ts';
import { changeSummaries, updateFine } from '../../balances/fine-changes.repository.ts';
import { requireOwnEntries } from '../../balances/own-entries.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { settleAll } from '../../db/transaction.ts';
import { picturesColumn, picturesOf, toFineState } from '../../shared/fine-row.ts';
import {
  cleanedPicture,
  dropPictures,
  findPicture,
  finePicturesKeptSince,
  keepPictures,
  picturesKeptFor,
  type SentPicture,
} from '../../shared/pictures/kept-pictures.ts';
import { type FineRow, toFine, toInstant } from '../../shared/wire.ts';
import * as repository from './fines.repository.ts';
import { receiptOf } from '../payments/payments.service.ts';
import { reversalsOf } from '../../balances/reversals.ts';
import { surchargesAbout, surchargesNext } from '../../balances/surcharges.ts';
import { waiversOfFine } from '../waivers/waivers.repository.ts';
import { toWaiver } from '../waivers/waivers.service.ts';
import { findFines, type FineWithUser, readFine } from '../../balances/fine-reads.repository.ts';
import { allocationsOfFine, type AllocationRow } from '../../balances/allocations.repository.ts';

/** Throws fine-not-found. */
export async function readDetails(tx: Transaction<Schema>, fineId: string, today: CalendarDay): Promise<FineDetails> {
  const { fine } = await readFine(tx, fineId);
  const earlierId = fine.doubled_by;
  const [first, entries, earlier, paid, waivers, surcharge, kept] = await settleAll([
    repository.journalEntry(tx, fine.sequence),
    repository.fineEntries(tx, fineId, FINE_HISTORY_SIZE + 1),
    earlierId === null ? null : findFines(tx, [earlierId]),
    allocationsOfFine(tx, fineId),
    waiversOfFine(tx, fineId),
    readSurcharge(tx, fine, today),
    picturesKeptFor(tx, [fineId]),
  ]);
  const reversals = await reversalsOf(
    tx,
    'waiver',
    waivers.map(({ id }) => id),
  );
  const doubler = earlier?.get(earlierId ?? '')?.fine;
  return {
    fine: toFine(fine),
    recordedBy: first === undefined ? null : actorOf(first),
    recordedById: first === undefined || actorOf(first) === null ? null : first.actor_id,
    doubling:
      earlierId === null
        ? null
        : {
            earlier: doubler ? { fineType: doubler.fine_type, date: doubler.date, amount: doubler.amount } : null,
          },
    surcharge,
    paid: [...Map.groupBy(paid, ({ payment_id: id }) => id).values()].map(toPaidPart),
    waived: waivers.map((row) => toWaiver(row, reversals.get(row.id) ?? [])),
    pictures: picturesOf(fine).filter((hash) => kept.includes(hash)),
    history: entries.slice(0, FINE_HISTORY_SIZE).map(toChange),
    historyCut: entries.length > FINE_HISTORY_SIZE,
  };
}

async function readSurcharge(tx: Handle, fine: FineRow, today: CalendarDay): Promise<FineDetails['surcharge']> {
  const { are, bear } = await surchargesAbout(tx, [fine.id]);
  const ids = [...are.map(({ fine_id: id }) => id), ...bear.map(({ id }) => id)];
  const [found, next] = await settleAll([
    ids.length === 0 ? null : findFines(tx, ids),
    fine.status === 'Paid' ? null : surchargesNext(tx, [fine.user_id], today),
  ]);
  const fineOf = (id: string) => {
    const row = found?.get(id)?.fine;
    return row === undefined ? null : toFine(row);
  };
  const [own] = are;
  const { after, amount } = next?.get(fine.id) ?? {};
  return {
    of: own === undefined ? null : { late: fineOf(own.fine_id) },
    added: bear.flatMap(({ id }) => fineOf(id) ?? []),
    next: after === undefined || amount === undefined ? null : { after, amount },
  };
}

/** `rows`: the allocations of one payment, or of credit; at least one. */
function toPaidPart(rows: readonly AllocationRow[]): PaidPart {
  const [first] = rows;
  const sum = (amounts: readonly Paisa[]): number => amounts.reduce((all, amount) => all + amount, 0);
  return {
    payment:
      first?.method === undefined || first.method === null
        ? null
        : {
            receipt: receiptOf(first),
            amount: first.received ?? 0,
            method: first.method,
            receivedOn: first.received_on ?? '',
            receivedBy: first.received_by,
            receivedById: first.received_by_id,
          },
    amount: sum(rows.flatMap(({ amount }) => (amount > 0 ? amount : []))),
    left: sum(rows.map(({ amount }) => amount)),
  };
}

/** An import has no actor. */
const actorOf = ({ action, actor }: Pick<JournalTable, 'action' | 'actor'>): string | null =>
  action === 'import' ? null : actor;

type State = Selectable<FinesTable>;

function toChange(entry: repository.FineEntry): FineChange {
  const before = entry.before === null ? null : (JSON.parse(entry.before) as State);
  const after = JSON.parse(entry.after) as State;
  return {
    kind: kindOf(entry.action, before, after),
    at: toInstant(entry.at),
    by: actorOf(entry),
    before: before && toFineState(before),
    after: toFineState(after),
  };
}

function kindOf(action: string, before: State | null, after: State): FineChange['kind'] {
  if (before === null) return action === 'import' ? 'imported' : 'added';
  if (action === 'fines.correct') return 'corrected';
  if (action === 'fines.addPicture') return 'pictureAdded';
  if (action === 'fines.removePicture') return 'pictureRemoved';
  if (before.amount !== after.amount) return 'reduced';
  if (after.waived_amount !== before.waived_amount)
    return after.waived_amount > before.waived_amount ? 'waived' : 'unwaived';
  return after.status === 'Paid' || after.paid_amount > before.paid_amount ? 'paid' : 'unpaid';
}

/** The pictures of a new fine, each once. Throws AppError picture-kind, picture-too-large, picture-too-wide. */
export const cleanedPictures = (sent: readonly string[]): SentPicture[] => [
  ...new Map(sent.map(cleanedPicture).map((picture) => [picture.hash, picture])).values(),
];

interface Kept {
  today: CalendarDay;
  timeZone: string;
  /** how many days pictures are kept after the fine was settled */
  days: number;
}

const isKept = ({ fine }: FineWithUser, { today, timeZone, days }: Kept): boolean =>
  fine.paid_on === null || fine.paid_on >= finePicturesKeptSince(today, timeZone, days);

/** A fine about to get or lose a picture, and the digests of those that are still kept. */
export interface Pictured extends FineWithUser {
  pictures: string[];
}

/** Throws fine-not-found. */
export async function readPictured(tx: Handle, fineId: string): Promise<Pictured> {
  const [found, kept] = await settleAll([readFine(tx, fineId), picturesKeptFor(tx, [fineId])]);
  return { ...found, pictures: picturesOf(found.fine).filter((hash) => kept.includes(hash)) };
}

/** Throws not-own-entry, too-many-pictures, pictures-not-kept. */
export async function addPicture(
  context: CommandContext,
  { picture, ...found }: Pictured & { picture: SentPicture },
  days: number,
): Promise<{ pictures: string[] }> {
  await requireOwnEntries(context, [found.fine.id]);
  if (!isKept(found, { ...context, days })) throw new AppError('pictures-not-kept');
  if (found.pictures.includes(picture.hash)) return { pictures: found.pictures };
  if (found.pictures.length >= MAX_FINE_PICTURES) throw new AppError('too-many-pictures');
  keepPictures(context, [found.fine.id], [picture]);
  return changePictures(context, found, [...found.pictures, picture.hash]);
}

/** Throws not-own-entry, not-found. */
export async function removePicture(
  context: CommandContext,
  found: Pictured,
  hash: string,
): Promise<{ pictures: string[] }> {
  await requireOwnEntries(context, [found.fine.id]);
  if (!found.pictures.includes(hash)) throw new AppError('not-found', { message: 'Picture not found' });
  dropPictures(context, [found.fine.id], [hash]);
  return changePictures(
    context,
    found,
    found.pictures.filter((one) => one !== hash),
  );
}

function changePictures(
  context: CommandContext,
  { fine, user }: FineWithUser,
  pictures: string[],
): { pictures: string[] } {
  const { tx, now } = context;
  const changes = { pictures: picturesColumn(pictures), updated_at: now };
  // No money moves, but each entry of a fine says that its member's figures are up to date.
  const balance = changeOfFine(figuresOf(fine), figuresOf(fine));
  const { id: subjectId, user_id: userId } = fine;
  context.record({ subject: 'fine', subjectId, userId, before: fine, after: { ...fine, ...changes }, balance });
  context.send([updateFine(tx, fine.id, changes), changeSummaries(tx, [user], balance, { now })]);
  return { pictures };
}

/**
 * A picture, base64; undefined if it is not kept. Throws fine-not-found, also for a fine of somebody other than
 * `ownerId`, so that ids cannot be probed.
 */
export async function readPicture(
  db: Handle,
  { fineId, picture }: { fineId: string; picture: string },
  kept: Kept & { ownerId: string | undefined },
): Promise<string | undefined> {
  const found = await readFine(db, fineId);
  if (kept.ownerId !== undefined && found.fine.user_id !== kept.ownerId) throw new AppError('fine-not-found');
  return isKept(found, kept) ? findPicture(db, fineId, picture) : undefined;
}

// Correcting a fine (FINE-15 to FINE-18).
import type { correctFine as correctFineOperation } from '../../../contract/fines/fine-details.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { type CalendarDay, dayOf } from '../../../core/calendar.ts';
import { dueDayAfterCorrection } from '../../../core/fines/due.ts';
import { isWaived } from '../../../core/fines/fine.ts';
import { FINE_TEXT_NAMES, type FineText } from '../../../core/fines/fine-texts.ts';
import { readsAs } from '../../../core/text/letters.ts';
import { searchKey } from '../../../core/text/search.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { textColumns, textsOf } from '../../shared/fine-row.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { type FineRow, toFine, toTotals } from '../../shared/wire.ts';
import { changeFine, figuresOf, requireAsShown } from '../../balances/change-fine.ts';
import * as changes from '../../balances/fine-changes.repository.ts';
import * as repository from './fines.repository.ts';
import { requireNear, typeToEnter } from './fines.service.ts';
import { requireOwnEntries } from '../../balances/own-entries.ts';
import { type FineWithUser, readFine } from '../../balances/fine-reads.repository.ts';

/** A fine about to be corrected. */
export interface Correction extends FineWithUser {
  /** the newest date of the user's other fines, null if there are none; undefined if the date stays */
  newestOther: CalendarDay | null | undefined;
  /** what the fine gets; null if it may not be used */
  fineType: string | null;
}

/** Throws fine-not-found. */
export async function readCorrection(
  tx: Handle,
  fineId: string,
  { date, fineType: typed }: { date: CalendarDay; fineType: string },
  onMissing: OnMissingRule,
): Promise<Correction> {
  const found = await readFine(tx, fineId);
  const newestOther =
    found.fine.date === date ? undefined : await repository.newestOtherDate(tx, found.user.id, [fineId]);
  // A fine may keep its type, even if the list has changed.
  const fineType = readsAs(found.fine.fine_type, typed) ? typed : await typeToEnter(tx, typed, onMissing);
  return { ...found, newestOther, fineType };
}

/**
 * Changes what was entered. A doubled fine stays doubled on any day, and doubles no other; its due day moves with its
 * day. Throws fine-changed (with the fine as it is) if it is not what was shown, fine-waived, paid-amount,
 * below-waived, fine-type-not-listed, day-too-far, not-own-entry.
 */
export async function correctFine(
  context: CommandContext,
  { fine: before, user, newestOther, fineType }: Correction,
  { shown, date, amount, ...texts }: ParsedInput<typeof correctFineOperation>['body'],
): Promise<Output<typeof correctFineOperation>> {
  await requireOwnEntries(context, [before.id]);
  const { tx, now, today, timeZone } = context;
  if (!areTextsAsShown(before, shown)) throw new AppError('fine-changed', { details: toFine(before) });
  requireAsShown(before, shown);
  if (fineType === null) throw new AppError('fine-type-not-listed');
  if (amount !== before.amount) {
    if (isWaived(figuresOf(before))) throw new AppError('fine-waived');
    if (before.status === 'Paid' || before.paid_amount > 0) throw new AppError('paid-amount');
    if (amount < before.waived_amount) throw new AppError('below-waived');
  }
  if (date !== before.date) requireNear(date, today);

  const given = { date: before.date, enteredOn: dayOf(before.created_at, timeZone), dueOn: before.due_on };
  const due_on = dueDayAfterCorrection(given, date);
  const values = { fine_type: fineType, ...textColumns(texts), amount, date, due_on };
  const { after, balance, sequence } = changeFine(context, before, values);
  const newest = newestOther === undefined ? null : { exactly: later(date, newestOther) };
  context.send([changes.changeSummaries(tx, [user], balance, { newest, now })]);
  // The amount offered for a type is one before doubling, which is unknown for a doubled fine.
  const isOffered = before.doubled_by === null && (fineType !== before.fine_type || amount !== before.amount);
  const uses = fineType === before.fine_type ? 0 : 1;
  if (isOffered) context.defer(changes.usedTypes, { key: searchKey(fineType), fineType, amount, sequence, uses });
  return { fine: toFine(after), totals: toTotals(context.books()) };
}

/** Type, texts and day; a text that was not shown is not compared. */
function areTextsAsShown(fine: FineRow, shown: ParsedInput<typeof correctFineOperation>['body']['shown']): boolean {
  const texts = textsOf(fine);
  const isShown = (name: FineText): boolean => readsAs(texts[name], shown[name] ?? texts[name]);
  return readsAs(fine.fine_type, shown.fineType) && FINE_TEXT_NAMES.every(isShown) && fine.date === shown.date;
}

const later = (day: CalendarDay, other: CalendarDay | null): CalendarDay =>
  other !== null && other > day ? other : day;

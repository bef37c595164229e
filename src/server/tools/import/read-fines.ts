// Fine records of an export: documents of `Fines/{userId}/fines`.
import { type CalendarDay, dayOf } from '../../../core/calendar.ts';
import { type FineStatus, isTooFarAhead, statusFrom } from '../../../core/fines/fine.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { NO_TEXTS } from '../../shared/fine-row.ts';
import type { ExportDocument } from './export-file.ts';
import type { ImportedFine } from './import-data.ts';
import { listUnknown, type ReadContext, takeInstant, takeText, usableDocuments } from './reading.ts';
import { formatValue, isEmpty, readAmount, readDay } from './values.ts';

const FIELDS = ['id', 'fineType', 'description', 'amount', 'date', 'status', 'createdAt', 'paidOn', 'lastUpdated'];

export interface ParsedFine {
  path: string;
  fine: ImportedFine;
}

/** The accepted fines of one user's summary document, in the file's order. */
export function readFinesOf(context: ReadContext, summary: ExportDocument): ParsedFine[] {
  return usableDocuments(context, summary.collections.get('fines')).flatMap(
    (document) => readFine(context, summary.id, document) ?? [],
  );
}

/** Null for a fine with an invalid amount: it is refused, and no other irregularities of it are reported. */
function readFine(context: ReadContext, userId: string, document: ExportDocument): ParsedFine | null {
  const amount = takeAmount(context, document);
  if (amount === null) return null;
  listUnknown(context, document, { fields: FIELDS });
  const fineType = takeText(context, document, 'fineType', MAX_LENGTH.fineType);
  if (fineType === '') context.irregularities.add('fine-type-missing', document.path, 'fineType is empty');
  const status = takeStatus(context, document);
  const createdAt = takeInstant(context, document, 'createdAt');
  const lastUpdated = takeInstant(context, document, 'lastUpdated');
  const paidOn = takeInstant(context, document, 'paidOn');
  if (paidOn !== null && status !== 'Paid') {
    context.irregularities.add('paid-on-dropped', document.path, `paidOn is ${new Date(paidOn).toISOString()}`);
  }
  const description = takeText(context, document, 'description', MAX_LENGTH.description);
  if (description !== '') context.irregularities.add('description-kept', document.path, description);
  const firstSeen = createdAt ?? lastUpdated ?? paidOn ?? context.now;
  const fine = {
    id: document.id,
    user_id: userId,
    fine_type: fineType,
    ...NO_TEXTS,
    description,
    amount,
    date: takeDay(context, document, firstSeen),
    status,
    created_at: firstSeen,
    paid_on: status === 'Paid' ? paidOn : null,
    updated_at: lastUpdated ?? (status === 'Paid' ? paidOn : null) ?? firstSeen,
  };
  return { path: document.path, fine };
}

function takeAmount(context: ReadContext, document: ExportDocument): Paisa | null {
  const value = document.fields.get('amount');
  const read = readAmount(value);
  if (read.paisa === null) {
    context.irregularities.add('amount-refused', document.path, read.reason);
    return null;
  }
  if (read.asText) context.irregularities.add('amount-text', document.path, `amount is ${formatValue(value)}`);
  if (read.paisa === 0) context.irregularities.add('amount-zero', document.path, `amount is ${formatValue(value)}`);
  return read.paisa;
}

/** Only exactly 'Paid' is paid; anything else stays pending until a person marks it paid. */
function takeStatus(context: ReadContext, document: ExportDocument): FineStatus {
  const value = document.fields.get('status');
  if (value === undefined || value === null) {
    context.irregularities.add('status-missing', document.path, 'there is no status');
  } else if (value !== 'Paid' && value !== 'Pending') {
    context.irregularities.add('status-odd', document.path, `status is ${formatValue(value)}`);
  }
  return statusFrom(value);
}

/** `firstSeen`: the earliest known time of the fine, ms. */
function takeDay(context: ReadContext, document: ExportDocument, firstSeen: number): CalendarDay {
  const value = document.fields.get('date');
  const today = dayOf(context.now, context.timeZone);
  const seen = dayOf(firstSeen, context.timeZone);
  const day = isTooFarAhead(seen, today) ? today : seen;
  const read = readDay(value, context.timeZone, day);
  if (read !== null && isTooFarAhead(read.day, today)) {
    context.irregularities.add('date-too-far', document.path, `date is ${formatValue(value)}, taken as ${day}`);
    return day;
  }
  if (read === null) {
    const shown = isEmpty(value) ? 'there is no date' : `date is ${formatValue(value)}`;
    context.irregularities.add('date-unreadable', document.path, `${shown}, taken as ${day}`);
    return day;
  }
  if (read.form !== 'plain') {
    const kind = ({ timestamp: 'date-timestamp', slashes: 'date-slashes', other: 'date-other-form' } as const)[
      read.form
    ];
    context.irregularities.add(kind, document.path, `date is ${formatValue(value)}, taken as ${read.day}`);
  }
  return read.day;
}

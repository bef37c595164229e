// Fine records of an export: documents of `Fines/{userId}/fines`.
import { type CalendarDay, dayOf } from '../../../core/calendar.ts';
import { type FineStatus, statusFrom } from '../../../core/fine.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import type { Paisa } from '../../../core/money.ts';
import type { ExportDocument } from './export-file.ts';
import type { ImportedFine } from './import-data.ts';
import { listUnknown, type Reading, takeInstant, takeText, usableDocuments } from './reading.ts';
import { isNothing, readAmount, readDay, show } from './values.ts';

const FIELDS = ['id', 'fineType', 'description', 'amount', 'date', 'status', 'createdAt', 'paidOn', 'lastUpdated'];

export interface ReadFine {
  path: string;
  fine: ImportedFine;
}

/** The accepted fines of one user's summary document, in the file's order. */
export function readFinesOf(reading: Reading, summary: ExportDocument): ReadFine[] {
  return usableDocuments(reading, summary.collections.get('fines')).flatMap(
    (document) => readFine(reading, summary.id, document) ?? [],
  );
}

/** Null for a fine whose amount is none: it is refused, and nothing else is said of it. */
function readFine(reading: Reading, userId: string, document: ExportDocument): ReadFine | null {
  const amount = takeAmount(reading, document);
  if (amount === null) return null;
  listUnknown(reading, document, { fields: FIELDS });
  const fineType = takeText(reading, document, 'fineType', MAX_LENGTH.fineType);
  if (fineType === '') reading.irregularities.add('fine-type-missing', document.path, 'fineType is empty');
  const status = takeStatus(reading, document);
  const createdAt = takeInstant(reading, document, 'createdAt');
  const lastUpdated = takeInstant(reading, document, 'lastUpdated');
  const paidOn = takeInstant(reading, document, 'paidOn');
  if (paidOn !== null && status !== 'Paid') {
    reading.irregularities.add('paid-on-dropped', document.path, `paidOn is ${new Date(paidOn).toISOString()}`);
  }
  const description = takeText(reading, document, 'description', MAX_LENGTH.description);
  if (description !== '') reading.irregularities.add('description-kept', document.path, description);
  const firstSeen = createdAt ?? lastUpdated ?? paidOn ?? reading.now;
  const fine = {
    id: document.id,
    user_id: userId,
    fine_type: fineType,
    description,
    amount,
    date: takeDay(reading, document, firstSeen),
    status,
    created_at: firstSeen,
    paid_on: status === 'Paid' ? paidOn : null,
    updated_at: lastUpdated ?? (status === 'Paid' ? paidOn : null) ?? firstSeen,
  };
  return { path: document.path, fine };
}

function takeAmount(reading: Reading, document: ExportDocument): Paisa | null {
  const value = document.fields.get('amount');
  const read = readAmount(value);
  if (read.paisa === null) {
    reading.irregularities.add('amount-refused', document.path, read.reason);
    return null;
  }
  if (read.asText) reading.irregularities.add('amount-text', document.path, `amount is ${show(value)}`);
  if (read.paisa === 0) reading.irregularities.add('amount-zero', document.path, `amount is ${show(value)}`);
  return read.paisa;
}

/** Exactly 'Paid' is paid; whatever else may have been meant stays to be collected until a person says so. */
function takeStatus(reading: Reading, document: ExportDocument): FineStatus {
  const value = document.fields.get('status');
  if (value === undefined || value === null) {
    reading.irregularities.add('status-missing', document.path, 'there is no status');
  } else if (value !== 'Paid' && value !== 'Pending') {
    reading.irregularities.add('status-odd', document.path, `status is ${show(value)}`);
  }
  return statusFrom(value);
}

/** `firstSeen`: when the fine was created, in ms, as far as that is known. */
function takeDay(reading: Reading, document: ExportDocument, firstSeen: number): CalendarDay {
  const value = document.fields.get('date');
  const read = readDay(value, reading.timeZone);
  if (read === null) {
    const day = dayOf(firstSeen, reading.timeZone);
    const shown = isNothing(value) ? 'there is no date' : `date is ${show(value)}`;
    reading.irregularities.add('date-unreadable', document.path, `${shown}, taken as ${day}`);
    return day;
  }
  if (read.form !== 'plain') {
    const kind = ({ timestamp: 'date-timestamp', slashes: 'date-slashes', other: 'date-other-form' } as const)[
      read.form
    ];
    reading.irregularities.add(kind, document.path, `date is ${show(value)}, taken as ${read.day}`);
  }
  return read.day;
}

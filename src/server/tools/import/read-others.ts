// Events, settings and the history document of an export.
import { dayOf } from '../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { formatRs } from '../../../core/money.ts';
import type { EventsTable } from '../../db/schema.ts';
import type { ExportDocument, ExportEntry } from './export-file.ts';
import { figuresOf, type ImportData, type ImportedSetting } from './import-data.ts';
import { listUnknown, type Reading, takeInstant, takeText, usableDocuments } from './reading.ts';
import { isNothing, readAmount, readDay, show } from './values.ts';

const EVENT_FIELDS = ['id', 'title', 'description', 'date', 'location', 'amount', 'createdAt', 'updatedAt'];
const SETTING_FIELDS = ['id', 'description', 'allowDisallow'];
const HISTORY_FIELDS = ['totalFinesAmount', 'pendingFinesAmount', 'collectedAmount', 'usedAmount', 'createdAt'];

/** A rule of our own: a setting of an older application under this id would not mean the same. */
const OUR_SETTING = 'members-see-everyone';

export function readEvents(reading: Reading, entries: readonly ExportEntry[] | undefined): EventsTable[] {
  const { irregularities } = reading;
  return usableDocuments(reading, entries).map((document) => {
    listUnknown(reading, document, { fields: EVENT_FIELDS });
    const { path } = document;
    const createdAt = takeInstant(reading, document, 'createdAt') ?? reading.now;
    const title = takeText(reading, document, 'title', MAX_LENGTH.title);
    if (title === '') irregularities.add('event-title-missing', path, 'title is empty');
    const location = takeText(reading, document, 'location', MAX_LENGTH.location);
    if (location === '') irregularities.add('event-location-missing', path, 'location is empty');
    const amount = readAmount(document.fields.get('amount'));
    if (amount.paisa === null) irregularities.add('event-amount-unreadable', path, amount.reason);
    else if (amount.asText) {
      irregularities.add('event-amount-text', path, `amount is ${show(document.fields.get('amount'))}`);
    }
    return {
      id: document.id,
      title,
      description: takeText(reading, document, 'description', MAX_LENGTH.description),
      date: takeEventDay(reading, document, createdAt),
      location,
      amount: amount.paisa ?? 0,
      created_at: createdAt,
      updated_at: takeInstant(reading, document, 'updatedAt'),
    };
  });
}

function takeEventDay(reading: Reading, document: ExportDocument, createdAt: number): string {
  const value = document.fields.get('date');
  const read = readDay(value, reading.timeZone);
  if (read !== null) return read.day;
  const day = dayOf(createdAt, reading.timeZone);
  const shown = isNothing(value) ? 'there is no date' : `date is ${show(value)}`;
  reading.irregularities.add('event-date-unreadable', document.path, `${shown}, taken as ${day}`);
  return day;
}

/** Document 1 is the repeat-offence rule; the others are toggles that nothing looks at. */
export function readSettings(reading: Reading, entries: readonly ExportEntry[] | undefined): ImportedSetting[] {
  const { irregularities } = reading;
  const settings = usableDocuments(reading, entries).flatMap((document): ImportedSetting[] => {
    listUnknown(reading, document, { fields: SETTING_FIELDS });
    const { id, path } = document;
    const value = document.fields.get('allowDisallow');
    if (id === OUR_SETTING) {
      irregularities.add(
        'setting-odd',
        path,
        `this id means a rule of Jurmana's own, so ${show(value)} is not applied`,
      );
      return [];
    }
    if (typeof value !== 'boolean') {
      irregularities.add('setting-odd', path, `allowDisallow is ${show(value)}, taken as off`);
    }
    const description = takeText(reading, document, 'description', MAX_LENGTH.description);
    if (id !== '1')
      irregularities.add('setting-kept', path, description === '' ? 'without a description' : description);
    return [{ id, description, allow_disallow: value === true ? 1 : 0 }];
  });
  if (!settings.some((setting) => setting.id === '1')) {
    irregularities.add('setting-odd', 'appSetupAction/1', 'the repeat-offence rule is missing: it stays switched on');
  }
  return settings;
}

/** The history is worked out anew; what it said is listed beside what is right. */
export function compareHistory(reading: Reading, entries: readonly ExportEntry[] | undefined, data: ImportData): void {
  const { organisation, used } = figuresOf(data);
  for (const document of usableDocuments(reading, entries)) {
    if (document.id !== 'latest') {
      reading.irregularities.add('collection-unknown', document.path, 'only the document "latest" is known');
      continue;
    }
    listUnknown(reading, document, { fields: HISTORY_FIELDS });
    const collected = organisation.total - organisation.pending;
    const figures = [
      ['totalFinesAmount', organisation.total],
      ['pendingFinesAmount', organisation.pending],
      ['collectedAmount', collected],
      ['usedAmount', used],
    ] as const;
    const sentences = figures.map(
      ([field, paisa]) => `${field} ${show(document.fields.get(field))}, now ${formatRs(paisa)}`,
    );
    reading.irregularities.add('latest-recomputed', document.path, sentences.join('; '));
  }
}

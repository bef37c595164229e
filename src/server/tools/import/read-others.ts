// Events, settings and the history document of an export.
import type { Insertable } from 'kysely';
import { dayOf } from '../../../core/calendar.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { RULE_ID } from '../../../core/fines/rules.ts';
import { formatRs } from '../../../core/money/money.ts';
import type { EventsTable } from '../../db/schema.ts';
import type { ExportDocument, ExportEntry } from './export-file.ts';
import { figuresOf, type ImportData, type ImportedSetting } from './import-data.ts';
import { listUnknown, type ReadContext, takeInstant, takeText, usableDocuments } from './reading.ts';
import { formatValue, isEmpty, readAmount, readDay } from './values.ts';

const EVENT_FIELDS = ['id', 'title', 'description', 'date', 'location', 'amount', 'createdAt', 'updatedAt'];
const SETTING_FIELDS = ['id', 'description', 'allowDisallow'];
const HISTORY_FIELDS = ['totalFinesAmount', 'pendingFinesAmount', 'collectedAmount', 'usedAmount', 'createdAt'];

/**
 * The only rule that the imported application also has. Its settings with the ids of our other rules mean something
 * else.
 */
const SHARED_RULE_ID = RULE_ID['repeat-offence'];
const OWN_RULE_IDS: readonly string[] = Object.values(RULE_ID).filter((id) => id !== SHARED_RULE_ID);

export function readEvents(
  context: ReadContext,
  entries: readonly ExportEntry[] | undefined,
): Insertable<EventsTable>[] {
  const { irregularities } = context;
  return usableDocuments(context, entries).map((document) => {
    listUnknown(context, document, { fields: EVENT_FIELDS });
    const { path } = document;
    const createdAt = takeInstant(context, document, 'createdAt') ?? context.now;
    const title = takeText(context, document, 'title', MAX_LENGTH.title);
    if (title === '') irregularities.add('event-title-missing', path, 'title is empty');
    const location = takeText(context, document, 'location', MAX_LENGTH.location);
    if (location === '') irregularities.add('event-location-missing', path, 'location is empty');
    const amount = readAmount(document.fields.get('amount'));
    if (amount.paisa === null) irregularities.add('event-amount-unreadable', path, amount.reason);
    else if (amount.asText) {
      irregularities.add('event-amount-text', path, `amount is ${formatValue(document.fields.get('amount'))}`);
    }
    return {
      id: document.id,
      title,
      description: takeText(context, document, 'description', MAX_LENGTH.description),
      date: takeEventDay(context, document, createdAt),
      location,
      amount: amount.paisa ?? 0,
      created_at: createdAt,
      updated_at: takeInstant(context, document, 'updatedAt'),
    };
  });
}

function takeEventDay(context: ReadContext, document: ExportDocument, createdAt: number): string {
  const value = document.fields.get('date');
  const day = dayOf(createdAt, context.timeZone);
  const read = readDay(value, context.timeZone, day);
  if (read !== null) return read.day;
  const shown = isEmpty(value) ? 'there is no date' : `date is ${formatValue(value)}`;
  context.irregularities.add('event-date-unreadable', document.path, `${shown}, taken as ${day}`);
  return day;
}

/** Document 1 is the repeat-offence rule; the others are toggles without an effect. */
export function readSettings(context: ReadContext, entries: readonly ExportEntry[] | undefined): ImportedSetting[] {
  const { irregularities } = context;
  const settings = usableDocuments(context, entries).flatMap((document): ImportedSetting[] => {
    listUnknown(context, document, { fields: SETTING_FIELDS });
    const { id, path } = document;
    const value = document.fields.get('allowDisallow');
    if (OWN_RULE_IDS.includes(id)) {
      irregularities.add(
        'setting-odd',
        path,
        `this id belongs to a rule of Jurmana itself, so ${formatValue(value)} is not applied`,
      );
      return [];
    }
    if (typeof value !== 'boolean') {
      irregularities.add('setting-odd', path, `allowDisallow is ${formatValue(value)}, taken as off`);
    }
    const description = takeText(context, document, 'description', MAX_LENGTH.description);
    if (id !== SHARED_RULE_ID)
      irregularities.add('setting-kept', path, description === '' ? 'without a description' : description);
    return [{ id, description, allow_disallow: value === true ? 1 : 0 }];
  });
  if (!settings.some((setting) => setting.id === SHARED_RULE_ID)) {
    irregularities.add('setting-odd', 'appSetupAction/1', 'the repeat-offence rule is missing: it stays switched on');
  }
  return settings;
}

/** The history is not imported; its figures are reported next to the computed ones. */
export function compareHistory(
  context: ReadContext,
  entries: readonly ExportEntry[] | undefined,
  data: ImportData,
): void {
  const { organisation, used } = figuresOf(data);
  for (const document of usableDocuments(context, entries)) {
    if (document.id !== 'latest') {
      context.irregularities.add('collection-unknown', document.path, 'only the document "latest" is known');
      continue;
    }
    listUnknown(context, document, { fields: HISTORY_FIELDS });
    const collected = organisation.total - organisation.pending;
    const figures = [
      ['totalFinesAmount', organisation.total],
      ['pendingFinesAmount', organisation.pending],
      ['collectedAmount', collected],
      ['usedAmount', used],
    ] as const;
    const sentences = figures.map(
      ([field, paisa]) => `${field} ${formatValue(document.fields.get(field))}, now ${formatRs(paisa)}`,
    );
    context.irregularities.add('latest-recomputed', document.path, sentences.join('; '));
  }
}

// The operations of the history.
import { exportHistory } from '../../../contract/exports.ts';
import * as contract from '../../../contract/history.ts';
import type { Facts, HistoryEntry, State } from '../../../contract/history.ts';
import type { Database } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { csvFile, inBatches, type Columns, type NameOfType } from '../../shared/files/csv-file.ts';
import type { Entry } from './history.repository.ts';
import { entriesAfter, readHistory, toEntries } from './history.service.ts';
import { amountCell, countCell } from '../../../core/files/csv.ts';
import { type Head, headIn, isExportValue, valueIn } from '../../../core/files/export-words.ts';
import { kindOf } from '../../../core/journal.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { groupIn, type GroupNames } from '../../../core/people/group.ts';
import type { Language } from '../../../core/text/languages.ts';

export function serveHistory(server: Server, { db, timeZone }: { db: Database; timeZone: string }): void {
  server.cachedQuery(contract.listHistory, ({ input: { query } }, { tx }) => readHistory(tx, query, timeZone));

  server.download(exportHistory, ({ input: { query } }) => {
    const { language } = query;
    const batches = inBatches(
      db,
      (tx, after: Entry | null, limit) => entriesAfter(tx, query, after, { limit, timeZone }),
      (rows, tx) => toEntries(tx, rows),
    );
    return csvFile('history', language, historyColumns(language, timeZone), batches);
  });
}

// The history as a file: the facts of each entry, in columns that a spreadsheet can filter and sort by.

function historyColumns(language: Language, timeZone: string): Columns<HistoryEntry> {
  const timeIn = timesIn(timeZone);
  return {
    time: ({ at }) => ({ time: timeIn(at) }),
    doneBy: ({ actor }) => ({ recorded: actor }),
    kind: ({ facts }) => ({ word: kindOf(facts.subject) }),
    done: (entry) => ({ word: doneTo(entry) }),
    member: ({ member }) => ({ recorded: member?.userName ?? null }),
    memberId: ({ member }) => ({ text: member?.userId ?? null }),
    record: ({ facts }, nameOfType) => ({ text: nameOf(facts, nameOfType) }),
    amount: ({ facts }) => amountOf(facts),
    before: ({ facts }, nameOfType) => ({ text: changed(facts, 'before', { language, nameOfType }) }),
    after: ({ facts }, nameOfType) => ({ text: changed(facts, 'after', { language, nameOfType }) }),
    reason: ({ facts }) => ({ recorded: reasonOf(facts) }),
    operation: ({ action }) => ({ text: action }),
  };
}

/** 2026-11-24 14:05 */
function timesIn(timeZone: string): (instant: string) => string {
  // Swedish writes days and times in this form.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (instant) => format.format(new Date(instant));
}

function doneTo({ facts, action }: HistoryEntry): 'added' | 'changed' | 'deleted' {
  if (facts.subject === 'setting' || action === 'apiKeys.revoke') return 'changed';
  if (facts.subject === 'request')
    return action === 'requests.claim' || action === 'requests.appeal' ? 'added' : 'changed';
  if (!('before' in facts) || facts.before === null) return 'added';
  return facts.after === null ? 'deleted' : 'changed';
}

/** The answer of a request, if it has one; otherwise the reason or note of the record. */
function reasonOf(facts: Facts): string | null {
  if (facts.subject === 'request' && facts.answer !== '') return facts.answer;
  return 'reason' in facts ? facts.reason : 'note' in facts ? facts.note : null;
}

/** The name of the record; members have a column of their own. */
function nameOf(facts: Facts, nameOfType: NameOfType): string | null {
  switch (facts.subject) {
    case 'fine':
      return nameOfType((facts.before ?? facts.after)?.fineType ?? '');
    case 'event':
      return (facts.before ?? facts.after)?.title ?? null;
    case 'group':
      return (facts.before ?? facts.after)?.name ?? null;
    case 'fine-type':
      return nameOfType((facts.before ?? facts.after)?.name ?? '');
    case 'payment':
      return facts.receipt;
    case 'refund':
      return facts.voucher;
    case 'waiver':
      return nameOfType(facts.fineType);
    case 'request':
      return facts.fines.map(({ fineType }) => nameOfType(fineType)).join('; ');
    case 'reversal':
      return facts.of.kind === 'refund'
        ? facts.of.voucher
        : facts.of.kind === 'payment'
          ? facts.of.receipt
          : facts.of.kind === 'waiver'
            ? nameOfType(facts.of.fineType)
            : facts.of.kind === 'pay-out'
              ? facts.of.event
              : facts.of.takenBy;
    case 'pay-out':
      return facts.event;
    case 'hand-over':
      return facts.takenBy;
    case 'user':
      return facts.joinedWith;
    case 'setting':
    case 'api-key':
      return facts.name;
    default:
      return null;
  }
}

/** For a changed record, its present amount. */
function amountOf(facts: Facts): { amount: Paisa | null } {
  if (facts.subject === 'hand-over') return { amount: facts.counted };
  if ('amount' in facts) return { amount: facts.amount };
  const { before = null, after = null } = facts as Partial<
    Record<'before' | 'after', { amount?: number | null } | null>
  >;
  return { amount: (after ?? before)?.amount ?? null };
}

type FieldOf<S> = S extends unknown ? keyof S : never;
/** The fields of all records with a state before and after. */
type Field = FieldOf<State<Extract<Facts, { after: unknown }>['subject']>>;

/** The column heads of the fields whose own name is not that of a head. */
const OTHER_HEADS = {
  date: 'day',
  isOn: 'status',
  paidAmount: 'paid',
  waivedAmount: 'waived',
  userName: 'name',
  userEmail: 'email',
  userRole: 'role',
} as const satisfies { [F in Exclude<Field, Head>]: Head };

const hasOtherHead = (field: Field): field is keyof typeof OTHER_HEADS => field in OTHER_HEADS;

/** The head that names the field. */
const headOf = (field: Field): Head => (hasOtherHead(field) ? OTHER_HEADS[field] : field);

/** Counts and percentages; all other numbers are amounts. */
const COUNTS: ReadonlySet<Field> = new Set<Field>([
  'dueDays',
  'remindSteps',
  'percent',
  'graceDays',
  'everyDays',
  'times',
  'mostPercent',
]);

/** The changed fields, before or after the change; all fields of a record that was added or deleted. */
function changed(
  facts: Facts,
  side: 'before' | 'after',
  { language, nameOfType }: { language: Language; nameOfType: NameOfType },
): string | null {
  if (!('before' in facts)) return null;
  const { [side]: shown, [side === 'before' ? 'after' : 'before']: other } = facts;
  const others: Readonly<Record<string, unknown>> = other ?? {};
  // Facts contain only the fields of their schema.
  return (Object.entries(shown ?? {}) as [Field, unknown][])
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(others[field]))
    .flatMap(([field, value]) => {
      const named =
        field === 'fineType'
          ? nameOfType(String(value))
          : field === 'group' && value !== null
            ? groupIn(language, value as GroupNames)
            : value;
      const shownAs = field === 'isOn' ? (value === true ? 'Enabled' : 'Disabled') : named;
      const text = textOf(shownAs, language, COUNTS.has(field) ? countCell : amountCell);
      return text === '' ? [] : [`${headIn(language, headOf(field))}: ${text}`];
    })
    .join('; ');
}

function textOf(value: unknown, language: Language, numberText: (figure: number) => string): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return valueIn(language, value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((one) => textOf(one, language, numberText)).join(', ');
  if (typeof value !== 'string') return '';
  return isExportValue(value) ? valueIn(language, value) : value;
}

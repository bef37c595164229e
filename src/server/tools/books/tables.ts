// What the journal says of the rows of each table.
import { type Selectable, sql } from 'kysely';
import type { Subject } from '../../../core/journal.ts';
import { isAmount } from '../../../core/money/money.ts';
import { searchKey } from '../../../core/text/search.ts';
import { initialRules } from '../../db/initial-rules.ts';
import type { ApiKeysTable, FinesTable, FineTypesTable, OrganisationTable, UsersTable } from '../../db/schema.ts';
import { apiKeyRecord } from '../../shared/api-key-record.ts';
import { rowKeyOfRecord } from '../../shared/files/row-key.ts';
import { FINE_COLUMNS, NO_TEXTS } from '../../shared/fine-row.ts';
import { pictureHash } from '../../shared/pictures/clean-picture.ts';
import { ERASED, userKeys, userRecord } from '../../shared/user-row.ts';
import type { TableName } from '../backup/tables.ts';
import { type Described, differing } from './compare.ts';
import { nameOf, type Problems, type Read, type Row } from './journal.ts';
import { joinedUsers, timesOfUsers } from './users.ts';

/** Records that are never changed. */
const WRITTEN_ONCE = {
  payment: 'payments',
  waiver: 'waivers',
  refund: 'refunds',
  reversal: 'reversals',
  'pay-out': 'pay_outs',
  'hand-over': 'hand_overs',
  reminder: 'reminders',
  promise: 'promises',
  skip: 'skips',
} as const satisfies Partial<Record<Subject, TableName>>;

type Changing = Pick<Described, 'table' | 'initially' | 'told' | 'wrong'> & { called: string };

/** Records that are what their newest entry says. */
const CHANGING: Record<Exclude<Subject, 'fine' | keyof typeof WRITTEN_ONCE>, Changing> = {
  event: { table: 'events', called: 'event' },
  setting: {
    table: 'settings',
    called: 'rule',
    initially: initialRules().map((row) => ({ row, called: `rule ${row.id}` })),
  },
  'fine-type': { table: 'listed_fine_types', called: 'fine type' },
  group: { table: 'groups', called: 'group' },
  organisation: {
    table: 'organisation',
    called: 'organisation',
    initially: [{ row: { id: 1, name: '' }, called: 'organisation' }],
    told: ({ logo: _logo, pay_picture: _picture, ...row }) => row,
    wrong: (row: Selectable<OrganisationTable>) => [
      ...(isOfHash(row.logo, row.logo_hash) ? [] : ["The organisation's logo does not match its hash."]),
      ...(isOfHash(row.pay_picture, row.pay_picture_hash)
        ? []
        : ['The picture of the payment QR code does not match its hash.']),
    ],
  },
  'api-key': {
    table: 'api_keys',
    called: 'API key',
    told: apiKeyRecord,
    wrong: (row: Selectable<ApiKeysTable>, name) => wrongKeys(row, { name_key: searchKey(row.name) }, name),
  },
  request: { table: 'requests', called: 'request' },
  user: {
    table: 'users',
    called: 'user',
    told: (row: Selectable<UsersTable>) => (row.deleted_at === null ? userRecord(row) : null),
    wrong: (row: Selectable<UsersTable>, name) => [
      ...wrongKeys(row, userKeys(row), name),
      ...(row.deleted_at === null || ERASED_COLUMNS.every((column) => (row[column] ?? '') === '')
        ? []
        : [`The ${name} is deleted, but their details were not erased.`]),
    ],
  },
};

const ERASED_COLUMNS = Object.keys(ERASED) as (keyof typeof ERASED)[];

function wrongKeys(row: Row, keys: Row, name: string): string[] {
  const wrong = Object.keys(keys).filter((column) => row[column] !== keys[column]);
  if (wrong.length === 0) return [];
  return [`The ${name} has search, sort or sign-in keys that do not match their details: ${wrong.join(', ')}.`];
}

export function isOfHash(picture: string | null, hash: string | null): boolean {
  const isWritten = picture === null || Buffer.from(picture, 'base64').toString('base64') === picture;
  return isWritten && (picture === null ? null : pictureHash(picture)) === hash;
}

/** With nothing folded yet. */
export const describeTables = (): Described[] => [
  ...Object.entries(WRITTEN_ONCE).map(([subject, table]) => recordsWrittenOnce(subject, table)),
  writtenOnce(
    'allocations',
    ({ sequence, place }) => `allocation ${String(place)} of journal entry ${String(sequence)}`,
    ({ entry, attached }) =>
      (attached.allocations ?? []).map((row, place) => ({ ...row, place, fine_id: entry.subject_id })),
  ),
  writtenOnce(
    'surcharges',
    ({ sequence }) => `late surcharge of journal entry ${String(sequence)}`,
    ({ entry, attached }) => (attached.surcharges ?? []).map((row) => ({ ...row, id: entry.subject_id })),
  ),
  writtenOnce(
    'imports',
    ({ sequence }) => `import of journal entry ${String(sequence)}`,
    ({ entry: { actor, at }, attached }) => (attached.imports ?? []).map((row) => ({ ...row, actor, at })),
  ),
  writtenOnce(
    'imported_fines',
    ({ sequence }) => `imported row of journal entry ${String(sequence)}`,
    ({ entry: { action, subject, before, after } }) => {
      // Of the member it was imported for, whoever it counts for since.
      const isImported = action === 'fines.import' && subject === 'fine' && before === null;
      return isImported && after !== null ? [{ row_key: rowKeyOfRecord(JSON.parse(after) as Row) }] : [];
    },
    sql`action = 'fines.import'`,
  ),
  ...Object.entries(CHANGING).map(([subject, described]) => changing(subject, described)),
  joinedUsers(),
  timesOfUsers(),
  makersOfKeys(),
  usedTypes(),
  days(),
];

const named =
  (called: string) =>
  ({ id }: Row): string =>
    `${called} ${String(id)}`;

/** By default the rows are attached to the entries that write them. */
function writtenOnce(
  table: TableName,
  name: Described['name'],
  rowsOf: (read: Read) => Row[],
  writtenBy = sql`attached like ${`%"${table}"%`}`,
): Described {
  const said: Described['said'] = new Map();
  const fold = (read: Read) => {
    for (const row of rowsOf(read)) {
      const written = { ...row, sequence: read.entry.sequence };
      said.set(name(written), written);
    }
  };
  return { table, name, writtenBy, said, fold };
}

function recordsWrittenOnce(subject: string, table: TableName): Described {
  const rowsOf = ({ entry, after, attached }: Read): Row[] => {
    if (entry.subject === subject) return after === null ? [] : [after];
    // A payment that came with its fine has no entry of its own.
    return subject === 'payment' ? (attached.payments ?? []) : [];
  };
  const writtenBy = sql`(subject = ${subject} or attached like ${`%"${table}"%`})`;
  return { ...writtenOnce(table, named(subject), rowsOf, writtenBy), isNeverChanged: true };
}

function changing(subject: string, { called, ...more }: Changing): Described {
  const said: Described['said'] = new Map();
  const name = named(called);
  const fold = ({ entry, before, after, attached }: Read, problems: Problems) => {
    if (subject === 'fine-type') {
      for (const { ...row } of attached.listed_fine_types ?? []) said.set(name(row), row);
    }
    if (entry.subject !== subject) return;
    const key = name({ id: entry.subject_id });
    const known = said.get(key);
    const begins = known === undefined ? before === null || more.initially : differing(known, before).length === 0;
    if (!begins) {
      problems.add(`${nameOf(entry)} does not start from the state in which earlier entries left the ${key}.`);
    }
    said.set(key, after);
  };
  return { ...more, name, said, fold };
}

/** Too many to be folded here; figures.ts does so for the users whose fines differ. */
export function fines(): Described {
  const said: Described['said'] = new Map();
  const name = named('fine');
  const fold = ({ entry, after }: Read) => {
    if (entry.subject !== 'fine') return;
    const fine = after === null ? undefined : fineOf(after, entry);
    const row = fine && Object.fromEntries(FINE_COLUMNS.map((column) => [column, fine[column]]));
    said.set(name({ id: entry.subject_id }), row ?? null);
  };
  return { table: 'fines', name, said, fold };
}

/** The record as the entry's fine; undefined if it is not a fine, or a different one. */
export function fineOf(record: Row, entry: Read['entry']): Selectable<FinesTable> | undefined {
  const { id, user_id, amount, date, status } = record;
  if (id !== entry.subject_id || user_id !== entry.user_id || typeof user_id !== 'string') return undefined;
  if (typeof amount !== 'number' || !isAmount(amount) || typeof date !== 'string') return undefined;
  if (status !== 'Paid' && status !== 'Pending') return undefined;
  // The entry that adds a fine records it without its sequence, which is the entry's own.
  return { sequence: entry.sequence, ...NO_TEXTS, ...record } as Selectable<FinesTable>;
}

/** When and by whom API keys were made, which their records do not say. */
function makersOfKeys(): Described {
  const said: Described['said'] = new Map();
  const name = named('API key');
  const fold = ({ entry, before }: Read) => {
    if (entry.subject !== 'api-key' || before !== null) return;
    said.set(name({ id: entry.subject_id }), { created_at: entry.at, created_by: entry.actor });
  };
  return { table: 'api_keys', name, said, fold, told: ({ created_at, created_by }) => ({ created_at, created_by }) };
}

/** The types that are offered when adding a fine: how often each was used, when last and with which amount. */
function usedTypes(): Described {
  const said = new Map<string, Pick<FineTypesTable, keyof FineTypesTable>>();
  /** the ids of the types of the list, by key */
  const listed = new Map<string, string>();
  const name = ({ type_key: key }: Pick<FineTypesTable, 'type_key'>) => `fine type "${key}" in use`;
  const put = (type: FineTypesTable) => said.set(name(type), { ...type });
  const nameIn = (record: Row | null) => (typeof record?.['name'] === 'string' ? record['name'] : null);

  /** Free text that equals the name of a listed type counts as that type. */
  const list = (id: string, before: string | null, after: string | null) => {
    if (before !== null) listed.delete(searchKey(before));
    if (after !== null) listed.set(searchKey(after), id);
    if (after === null) for (const type of said.values()) if (type.listed_as === id) type.listed_as = null;
    const claimed = after === null || before === after ? undefined : said.get(name({ type_key: searchKey(after) }));
    if (claimed !== undefined) claimed.listed_as = id;
  };

  /** Entering a fine uses its type; so does correcting one, unless it was doubled (fines/correction.service.ts). */
  const use = ({ entry, before, after }: Read) => {
    const { fine_type: type, amount, doubled_by: doubledBy } = after ?? {};
    if (typeof type !== 'string' || typeof amount !== 'number') return;
    // Types imported from the earlier application are attached to the import.
    if (before === null ? entry.action === 'import' : entry.action !== 'fines.correct') return;
    const isDoubled = typeof doubledBy === 'string';
    const isOtherType = before === null || before['fine_type'] !== type;
    if (before !== null && (isDoubled || (!isOtherType && before['amount'] === amount))) return;
    const key = searchKey(type);
    const known = said.get(name({ type_key: key }));
    put({
      type_key: key,
      fine_type: type,
      last_amount: isDoubled ? amount / 2 : amount,
      last_sequence: entry.sequence,
      use_count: (known?.use_count ?? 0) + (isOtherType ? 1 : 0),
      listed_as: known === undefined ? (listed.get(key) ?? null) : known.listed_as,
    });
  };

  const fold = (read: Read) => {
    const { entry, before, after, attached } = read;
    if (entry.subject === 'fine-type') list(entry.subject_id, nameIn(before), nameIn(after));
    if (entry.subject === 'fine') use(read);
    for (const { id, name: text } of attached.listed_fine_types ?? []) listed.set(searchKey(text), id);
    for (const type of attached.fine_types ?? []) {
      put({ ...type, type_key: searchKey(type.fine_type), last_sequence: entry.sequence });
    }
  };
  return { table: 'fine_types', name, said, fold };
}

/** The books at the end of each day. */
function days(): Described {
  const said: Described['said'] = new Map();
  const name = ({ day }: Row) => `books kept for the end of ${String(day)}`;
  let [total, pending, used] = [0, 0, 0];
  const fold = ({ entry: { day, at, ...change } }: Read) => {
    total += change.total_change;
    pending += change.pending_change;
    used += change.used_change;
    said.set(name({ day }), { day, total, pending, used, updated_at: at });
  };
  return { table: 'books_by_day', name, isPlural: true, said, fold };
}

// Compares users, events, rules and the organisation with their final states in the journal. Unlike fines, they are few
// enough to be held in memory.
import type { Selectable } from 'kysely';
import { searchKey } from '../../../core/text/search.ts';
import type { Handle } from '../../db/types.ts';
import type { JournalTable, UsersTable } from '../../db/schema.ts';
import { pictureHash } from '../../shared/pictures/clean-picture.ts';
import { apiKeyRecord } from '../../shared/api-key-record.ts';
import { initialRules } from '../../db/initial-rules.ts';
import { ERASED, userKeys, userRecord } from '../../shared/user-row.ts';
import { compareTimes, type UserTimes } from './fold/fold-user-times.ts';
import type { Problems } from './problems.ts';
import type { Entry } from './records.ts';

type State = Record<string, unknown>;

/** Records that are never changed: each has one entry. */
export type MoneySubject = 'payment' | 'waiver' | 'refund' | 'reversal';

export const isMoney = (subject: JournalTable['subject']): subject is MoneySubject =>
  subject === 'payment' || subject === 'waiver' || subject === 'refund' || subject === 'reversal';

/** Cash that was paid out or handed over, which changes no totals. */
export type CashSubject = 'pay-out' | 'hand-over';

/** Reminders, promises and skips, which change no totals. */
export type ContactSubject = 'reminder' | 'promise' | 'skip';

export const isContact = (subject: JournalTable['subject']): subject is ContactSubject =>
  subject === 'reminder' || subject === 'promise' || subject === 'skip';

export const isCash = (subject: JournalTable['subject']): subject is CashSubject =>
  subject === 'pay-out' || subject === 'hand-over';

/** Records whose state is their newest journal entry. */
type KeptSubject = Exclude<JournalTable['subject'], 'fine' | MoneySubject | CashSubject | ContactSubject>;

/** `${subject} ${id}` -> the record after its newest entry, null if deleted */
export type States = Map<string, State | null>;

const NAMES = {
  user: 'user',
  event: 'event',
  setting: 'rule',
  'fine-type': 'fine type',
  organisation: 'organisation',
  'api-key': 'API key',
  request: 'request',
} as const satisfies Record<KeptSubject, string>;

/** When and by whom each API key was made, by its id; the record does not contain this. */
export type KeysMade = Map<string, { created_at: number; created_by: string }>;

/** Stores the state after an entry. The state before it must be the one that the previous entry left. */
export function foldState(
  states: States,
  { subject, subject_id: id, sequence, action }: Entry,
  [before = null, after = null]: (State | null)[],
  problems: Problems,
): void {
  if (subject === 'fine' || isMoney(subject) || isCash(subject) || isContact(subject)) return;
  const key = `${subject} ${id}`;
  const known = states.get(key);
  // Rules, the organisation and the first fine types were inserted by migrations, so their first entry may already have
  // a state before it.
  const isFromMigration = subject === 'setting' || subject === 'fine-type' || subject === 'organisation';
  const begins = known === undefined ? isFromMigration || before === null : differingFields(known, before).length === 0;
  if (!begins) {
    problems.add(
      `Journal entry ${sequence} (${action}) does not start from the state in which earlier entries left the ${NAMES[subject]} ${id}.`,
    );
  }
  states.set(key, after);
}

/** The fields that differ; `*` if only one of the two exists. */
function differingFields(left: State | null, right: State | null): string[] {
  if (left === null || right === null) return left === right ? [] : ['*'];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (field) => (left[field] ?? null) !== (right[field] ?? null),
  );
}

/** Compares the rows with their final states in the journal. */
export async function compareStates(
  db: Handle,
  { states, keysMade, userTimes }: { states: States; keysMade: KeysMade; userTimes: UserTimes },
  problems: Problems,
): Promise<void> {
  const found = new Set<string>();
  const initial = new Map<string, State>(initialRules().map((row) => [row.id, row]));
  const compare = (subject: keyof typeof NAMES, id: string, row: State): void => {
    found.add(`${subject} ${id}`);
    const state = states.get(`${subject} ${id}`);
    const name = `The ${NAMES[subject]} ${id}`;
    if (state === undefined) problems.add(`${name} is not in the journal.`);
    else if (state === null) problems.add(`${name} was deleted according to the journal, but still exists.`);
    else {
      const fields = differingFields(state, row);
      if (fields.length > 0) problems.add(`${name} differs from the journal: ${fields.join(', ')}.`);
    }
  };
  for (const row of await db.selectFrom('events').selectAll().orderBy('id').execute()) compare('event', row.id, row);
  for (const row of await db.selectFrom('settings').selectAll().orderBy('id').execute()) {
    if (states.has(`setting ${row.id}`)) compare('setting', row.id, row);
    else if (differingFields(initial.get(row.id) ?? null, row).length > 0) {
      problems.add(`The rule ${row.id} was changed without a journal entry.`);
    }
    initial.delete(row.id);
  }
  for (const id of initial.keys()) problems.add(`The rule ${id} was removed without a journal entry.`);
  for (const row of await db.selectFrom('listed_fine_types').selectAll().orderBy('id').execute()) {
    compare('fine-type', row.id, row);
  }
  for (const row of await db.selectFrom('api_keys').selectAll().orderBy('id').execute()) {
    compare('api-key', row.id, apiKeyRecord(row));
    const made = keysMade.get(row.id);
    if (made?.created_at !== row.created_at || made.created_by !== row.created_by) {
      problems.add(`The API key ${row.id} differs from the journal in when or by whom it was made.`);
    }
    if (row.name_key !== searchKey(row.name))
      problems.add(`The API key ${row.id} has a search key that does not match its name.`);
  }
  await compareRequests(db, (id, row) => compare('request', id, row), problems);
  // The journal contains only the logo's hash and size.
  const organisations = await db.selectFrom('organisation').selectAll().execute();
  if (organisations.length === 0) problems.add('The row of the organisation is missing.');
  for (const { logo, pay_picture: payPicture, ...row } of organisations) {
    const { id, ...said } = row;
    if (states.has(`organisation ${id}`)) compare('organisation', String(id), row);
    else if (Object.values(said).some((value) => value !== null && value !== '')) {
      problems.add('The organisation was changed without a journal entry.');
    }
    if (!isOfHash(logo, row.logo_hash)) problems.add("The organisation's logo does not match its hash.");
    if (!isOfHash(payPicture, row.pay_picture_hash)) {
      problems.add('The picture of the payment QR code does not match its hash.');
    }
  }
  for (const row of await db.selectFrom('users').selectAll().orderBy('id').execute()) {
    compareKeys(row, problems);
    compareTimes(userTimes, row, problems);
    found.add(`user ${row.id}`);
    if (row.deleted_at === null) compare('user', row.id, userRecord(row));
    // A user who was already deleted before an import has no entry.
    else if ((states.get(`user ${row.id}`) ?? null) !== null) {
      problems.add(`The user ${row.id} was deleted without a journal entry.`);
    } else if (ERASED_COLUMNS.some((column) => row[column] !== null && row[column] !== '')) {
      problems.add(`The user ${row.id} is deleted, but their details were not erased.`);
    }
  }
  for (const id of userTimes.keys()) {
    const isAdded = (states.get(`user ${id}`) ?? null) !== null;
    if (!isAdded && !found.has(`user ${id}`)) problems.add(`The row of the deleted user ${id} is missing.`);
  }
  for (const [key, state] of states) {
    const [subject, id] = key.split(' ') as [keyof typeof NAMES, string];
    if (state !== null && !found.has(key))
      problems.add(`The ${NAMES[subject]} ${id} was removed without a journal entry.`);
  }
}

function isOfHash(picture: string | null, hash: string | null): boolean {
  const isWritten = picture === null || Buffer.from(picture, 'base64').toString('base64') === picture;
  return isWritten && (picture === null ? null : pictureHash(picture)) === hash;
}

/**
 * Compares requests with their final states, and stored pictures with their hashes. Open requests must still have their
 * pictures.
 */
async function compareRequests(
  db: Handle,
  compare: (id: string, row: State) => void,
  problems: Problems,
): Promise<void> {
  const rows = await db.selectFrom('requests').selectAll().orderBy('id').execute();
  const kept = new Set<string>();
  for (const row of rows) compare(row.id, { ...row });
  // Read one at a time, because each is as large as a thousand rows.
  for (const { id, state, picture_hash } of rows) {
    if (picture_hash === null) continue;
    const stored = await db
      .selectFrom('request_pictures')
      .select('picture')
      .where('request_id', '=', id)
      .executeTakeFirst();
    if (stored !== undefined) kept.add(id);
    const isRight = stored === undefined ? state !== 'open' : isOfHash(stored.picture, picture_hash);
    if (!isRight) problems.add(`The picture of the request ${id} is missing or does not match its hash.`);
  }
  for (const { request_id: id } of await db.selectFrom('request_pictures').select('request_id').execute()) {
    if (!kept.has(id)) problems.add(`A picture is stored for the request ${id}, which came without one.`);
  }
}

/** The columns erased for a deleted user; after an import they may be empty texts or null. */
const ERASED_COLUMNS = Object.keys(ERASED) as (keyof UsersTable)[];

/** The search, sort and sign-in keys must match name, id, role, e-mail and phone. */
function compareKeys(row: Selectable<UsersTable>, problems: Problems): void {
  const keys = Object.entries(userKeys(row));
  const wrong = keys.filter(([column, value]) => row[column as keyof UsersTable] !== value).map(([column]) => column);
  if (wrong.length > 0) {
    problems.add(
      `The user ${row.id} has search, sort or sign-in keys that do not match their details: ${wrong.join(', ')}.`,
    );
  }
}

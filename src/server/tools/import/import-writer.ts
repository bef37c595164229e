// Writes an import into an empty database in one transaction, with one journal entry per record, through command.ts
// like every other write.
import type { Selectable } from 'kysely';
import { type CalendarDay, weekRange } from '../../../core/calendar.ts';
import { type Balance, changeOfPaidFine, EMPTY_BALANCE } from '../../../core/fines/fine.ts';
import { FINE_TYPES_LISTED_AT_FIRST } from '../../../core/limits.ts';
import { program } from '../../../core/people/actor.ts';
import { searchKey } from '../../../core/text/search.ts';
import { newRecordId } from '../../shared/ids.ts';
import { type CommandContext, type CommandEnvironment, runCommand } from '../../ledger/command.ts';
import type { FinesTable, FineTypesTable, ListedFineTypesTable, UsersTable } from '../../db/schema.ts';
import { newFineRow } from '../../shared/fine-row.ts';
import { insertFines } from '../../balances/fine-changes.repository.ts';
import { recountDailyFigures } from '../../balances/daily-figures/daily-figures.ts';
import { emptyUserRow, userRecord } from '../../shared/user-row.ts';
import { hasRecords } from '../shared/empty.ts';
import { figuresOf, figuresOfFine, type ImportData, type ImportedUser } from './import-data.ts';
import { paymentsOf, writePayments } from './payments-of-fines.ts';

/** The database already contains records; nothing was written. */
export class NotEmptyError extends Error {}

export type Progress = (step: string, done: number, of: number) => void;

/** Rows per INSERT: stays below the parameter limits of both engines. */
const CHUNK = 500;
/** Lower positions are reserved for our own rules; imported settings come after them. */
const FIRST_FREE_POSITION = 1000;

/**
 * Writes all or nothing. `source` is the digest of the export.
 * @throws NotEmptyError if there are users, fines, events or journal entries; AppError `totals-too-large`.
 */
export async function writeImport(
  environment: CommandEnvironment,
  data: ImportData,
  source: string,
  progress: Progress = () => {},
): Promise<void> {
  const request = {
    actor: program('import'),
    // The person who runs the tool has access to the database itself.
    access: async () => 'administrator' as const,
    action: 'import',
    idempotencyKey: null,
    input: source,
  } as const;
  await runCommand(environment, request, async (context) => {
    if (await hasRecords(context.tx)) {
      throw new NotEmptyError('The database already holds records; an import needs an empty one. Nothing was changed.');
    }
    const users = await writeUsers(context, data, progress);
    const fines = await writeFines(context, data, progress);
    attachTimes(context, users, fines);
    for (const event of data.events) {
      context.record({
        subject: 'event',
        subjectId: event.id,
        userId: null,
        before: null,
        after: event,
        used: event.amount,
      });
    }
    for (const rows of chunks(data.events)) await context.tx.insertInto('events').values(rows).execute();
    await writeSettings(context, data);
    const entries = context.books().last_sequence;
    progress('journal entries to write', entries, entries);
  });
}

interface Written<R> {
  row: R;
  /** null if there is no entry */
  sequence: number | null;
}

async function writeUsers(
  context: CommandContext,
  data: ImportData,
  progress: Progress,
): Promise<Written<Selectable<UsersTable>>[]> {
  const { byUser } = figuresOf(data);
  const newest = new Map<string, CalendarDay>();
  const oldestPending = new Map<string, CalendarDay>();
  for (const fine of data.fines) {
    const { user_id, date } = fine;
    if (date > (newest.get(user_id) ?? '')) newest.set(user_id, date);
    if (fine.status === 'Pending' && fine.amount > 0 && date < (oldestPending.get(user_id) ?? '~')) {
      oldestPending.set(user_id, date);
    }
  }
  const rows = data.users.map((user) => {
    const dates = {
      newest_fine_date: newest.get(user.id) ?? null,
      oldest_pending_date: oldestPending.get(user.id) ?? null,
    };
    return rowOf(user, byUser.get(user.id) ?? EMPTY_BALANCE, dates, context.now);
  });
  let done = 0;
  for (const chunk of chunks(rows)) {
    await context.tx.insertInto('users').values(chunk).execute();
    progress('users', (done += chunk.length), rows.length);
  }
  return rows.map((row) => {
    // A user without a document is only a row for fines to refer to. No user was added, so nothing is journalled.
    if (row.deleted_at !== null) return { row, sequence: null };
    const entry = { subject: 'user', subjectId: row.id, userId: row.id, before: null, after: userRecord(row) } as const;
    return { row, sequence: context.record(entry) };
  });
}

/**
 * The times of users come from the source. They are attached to each user's newest entry or, for a user without one, to
 * the newest of all.
 */
function attachTimes(
  context: CommandContext,
  users: readonly Written<Selectable<UsersTable>>[],
  fines: readonly FinesTable[],
): void {
  const newest = new Map(fines.map(({ user_id, sequence }) => [user_id, sequence]));
  for (const { row, sequence } of users) {
    const { id, status, created_at, updated_at, deleted_at, summary_updated_at } = row;
    const last = newest.get(id) ?? sequence ?? context.books().last_sequence;
    context.attach(last, 'users', [{ id, status, created_at, updated_at, deleted_at, summary_updated_at }]);
  }
}

function rowOf(
  user: ImportedUser,
  figures: Balance,
  dates: Pick<Selectable<UsersTable>, 'newest_fine_date' | 'oldest_pending_date'>,
  now: number,
): Selectable<UsersTable> {
  const { present, ...details } = user;
  return emptyUserRow({
    ...details,
    deleted_at: present ? null : now,
    total: figures.total,
    pending: figures.pending,
    credit: figures.credit,
    fine_count: figures.fineCount,
    paid_count: figures.paidCount,
    ...dates,
  });
}

async function writeFines(context: CommandContext, data: ImportData, progress: Progress): Promise<FinesTable[]> {
  const rows: FinesTable[] = data.fines.map((fine) => {
    const figures = figuresOfFine(fine);
    const after = { ...fine, paid_amount: figures.paidAmount, waived_amount: 0, mistake: 0 };
    const entry = {
      subject: 'fine',
      subjectId: fine.id,
      userId: fine.user_id,
      before: null,
      after,
      balance: changeOfPaidFine(figures),
    } as const;
    return newFineRow({ ...after, sequence: context.record(entry) });
  });
  let done = 0;
  for (const chunk of chunks(rows)) {
    await insertFines(context.tx, chunk);
    progress('fines', (done += chunk.length), rows.length);
  }
  const money = paymentsOf(rows, context.timeZone);
  for (const { sequence, ...payment } of money.payments) context.attach(sequence, 'payments', [payment]);
  for (const { sequence, payment_id, amount, fine_type, fine_date } of money.allocations) {
    context.attach(sequence, 'allocations', [{ payment_id, amount, fine_type, fine_date }]);
  }
  await writePayments(context.tx, money);
  await recountDailyFigures(context.tx);
  const types = typesOf(rows);
  const listed = listOf(types, context.now);
  const listedAs = new Map(listed.map((type) => [type.type_key, type.id]));
  const linked = types.map((type) => ({ ...type, listed_as: listedAs.get(type.type_key) ?? null }));
  for (const chunk of chunks(listed)) await context.tx.insertInto('listed_fine_types').values(chunk).execute();
  for (const chunk of chunks(linked)) await context.tx.insertInto('fine_types').values(chunk).execute();
  for (const { last_sequence: last, fine_type, last_amount, use_count, listed_as } of linked) {
    context.attach(last, 'fine_types', [{ fine_type, last_amount, use_count, listed_as }]);
    const list = listed.filter(({ id }) => id === listed_as);
    if (list.length > 0) context.attach(last, 'listed_fine_types', list);
  }
  return rows;
}

/**
 * The fine types in use. The last amount is that of the newest fine that was its user's first of the week, since other
 * fines may have been doubled; if there is none, that of the newest fine.
 */
function typesOf(fines: readonly FinesTable[]): FineTypesTable[] {
  const types = new Map<string, FineTypesTable>();
  const weeks = new Set<string>();
  /** the keys of types whose last amount is from a first fine of a week */
  const certain = new Set<string>();
  for (const fine of fines) {
    const week = `${weekRange(fine.date).monday} ${fine.user_id}`;
    const isFirst = !weeks.has(week);
    weeks.add(week);
    const key = searchKey(fine.fine_type);
    if (key === '') continue;
    const keptAmount = certain.has(key) && !isFirst ? types.get(key)?.last_amount : undefined;
    if (isFirst) certain.add(key);
    types.set(key, {
      type_key: key,
      fine_type: fine.fine_type,
      last_amount: keptAmount ?? fine.amount,
      last_sequence: fine.sequence,
      use_count: (types.get(key)?.use_count ?? 0) + 1,
      listed_as: null,
    });
  }
  return [...types.values()];
}

/** The most used types, which form the first list (as in migration 0016). */
function listOf(types: readonly FineTypesTable[], now: number): ListedFineTypesTable[] {
  return types
    .toSorted((a, b) => b.use_count - a.use_count || b.last_sequence - a.last_sequence)
    .slice(0, FINE_TYPES_LISTED_AT_FIRST)
    .map((type, index) => ({
      id: newRecordId(),
      type_key: type.type_key,
      urdu_key: '',
      name: type.fine_type,
      urdu_name: '',
      amount: type.last_amount,
      active: 1,
      position: index + 1,
      created_at: now,
      updated_at: null,
    }));
}

/** Document 1 sets our rule; the others are added after the rules. */
async function writeSettings(context: CommandContext, data: ImportData): Promise<void> {
  const { tx, now } = context;
  const rows = await tx.selectFrom('settings').selectAll().execute();
  const standing = new Map(rows.map((row) => [row.id, row]));
  let position = FIRST_FREE_POSITION;
  for (const setting of data.settings) {
    const before = standing.get(setting.id) ?? null;
    const after = {
      id: setting.id,
      description: setting.description === '' ? (before?.description ?? setting.id) : setting.description,
      allow_disallow: setting.allow_disallow,
      position: before?.position ?? position++,
      updated_at: now,
    };
    await tx
      .insertInto('settings')
      .values(after)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(after))
      .execute();
    context.record({ subject: 'setting', subjectId: setting.id, userId: null, before, after });
  }
}

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) yield rows.slice(from, from + CHUNK);
}

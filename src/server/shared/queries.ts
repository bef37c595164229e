// Reads shared by several areas.
import { type Expression, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { type FineFilter, fineFilter, type StatusFilter } from '../../contract/fines/fines.ts';
import { typeIn, type UrduNames } from '../../core/fines/type-name.ts';
import { type Language, LANGUAGES } from '../../core/text/languages.ts';
import type { Handle } from '../db/types.ts';
import { isOneOfFound, run, runFirst, runOne } from '../db/run.ts';
import type { EventsTable, Schema, UsersTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import { isOfGroup } from './groups.ts';
import type { FineRow } from './wire.ts';

/** A user's row, deleted or not. */
export function findUser(db: Handle, userId: string): Promise<Selectable<UsersTable> | undefined> {
  return runFirst(db, db.selectFrom('users').selectAll().where('id', '=', userId));
}

type Users<O> = SelectQueryBuilder<Schema, 'users', O>;

/**
 * A page of the users found, as whole rows. Their ids are sorted first, so that whole rows are read only for this page.
 */
export function pageOfUsers(
  db: Handle,
  found: Users<object>,
  sorted: <O>(users: Users<O>) => Users<O>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Selectable<UsersTable>[]> {
  const ids = sorted(found.select('id')).limit(limit).offset(offset);
  return run(
    db,
    sorted(
      db
        .selectFrom('users')
        .where(isOneOfFound(db, 'id', ids))
        .selectAll(),
    ),
  );
}

/**
 * The record (JSON) of the event of a pay-out, as it was at the time. The journal has it even if the event has changed
 * since.
 */
export const eventThen = sql<string | null>`(
  select journal.after from journal
  where journal.subject_id = pay_outs.event_id and journal.subject = 'event' and journal.sequence < pay_outs.sequence
  order by journal.sequence desc limit 1)`.as('event_then');

/** The event's name; null for none. */
export const titleThen = (record: string | null): string | null =>
  record === null ? null : (JSON.parse(record) as Pick<EventsTable, 'title'>).title;

/**
 * The record (JSON) of the user of a payment or refund, as it was at the time; null if the journal has none. Its entry
 * says whose it was, should they have been joined with another since.
 */
export const userThen = (of: 'payments' | 'refunds') =>
  sql<string | null>`(
  select journal.after from journal
  where journal.subject_id = (select user_id from journal taken where taken.sequence = ${sql.ref(`${of}.sequence`)})
    and journal.subject = 'user'
    and journal.sequence < ${sql.ref(`${of}.sequence`)}
  order by journal.sequence desc limit 1)`.as('user_then');

/** A receipt or voucher names its user as it did when it was given, but not once the user is deleted (PAY-70). */
export const namedThen = <R extends { user_name: string; user_then: string | null }>({ user_then: then, ...row }: R) =>
  row.user_name === '' || then === null
    ? row
    : { ...row, user_name: (JSON.parse(then) as Pick<UsersTable, 'user_name'>).user_name };

/** Fines with their user's name; the caller adds filter, order and limit. */
export function selectFines(db: Handle) {
  return db
    .selectFrom('fines')
    .innerJoin('users', 'users.id', 'fines.user_id')
    .selectAll('fines')
    .select('users.user_name');
}

/**
 * The records at the places of a page, newest first, with their user's name. The places are found from an index alone; a
 * join by id would start from all records.
 */
export const recordsAt = <T extends 'fines' | 'payments' | 'waivers'>(
  db: Handle,
  table: T,
  day: keyof Schema[T] & string,
  places: Expression<unknown>,
): Promise<(Selectable<Schema[T]> & { user_name: string })[]> =>
  run(
    db,
    sql<Selectable<Schema[T]> & { user_name: string }>`
      select ${sql.table(table)}.*, users.user_name from ${places} page
      join ${sql.table(table)} on ${sql.ref(`${table}.${day}`)} = ${sql.ref(`page.${day}`)}
        and ${sql.ref(`${table}.sequence`)} = page.sequence
      join users on users.id = ${sql.ref(`${table}.user_id`)}
      order by ${sql.ref(`page.${day}`)} desc, page.sequence desc`,
  );

// The filters of a list of fines, besides whose they are and what is searched for.

export type FineLimits = Omit<FineFilter, 'userId' | 'search'>;

/** Without a filter. */
export const EVERY_FINE: FineLimits = fineFilter.omit({ userId: true, search: true }).parse({});

const FILTERS = Object.keys(EVERY_FINE) as readonly (keyof FineLimits)[];

export const isEveryFine = (limits: FineLimits): boolean => FILTERS.every((name) => limits[name] === EVERY_FINE[name]);

/** Fines of these statuses are counted as they change: in total, by user and by day. There are few of the others. */
export type CountedLimits = FineLimits & { status: Exclude<StatusFilter, 'Waived' | 'PartlyPaid'> };
export const isCounted = (limits: FineLimits): limits is CountedLimits =>
  limits.status !== 'Waived' && limits.status !== 'PartlyPaid' && isEveryFine({ ...limits, status: EVERY_FINE.status });

/** The same for the fines of a group, which are counted by user. */
export const isCountedByUser = (limits: FineLimits): limits is CountedLimits =>
  isCounted({ ...limits, group: EVERY_FINE.group });

/** Literals, not parameters: SQLite uses a partial index only if it can read the condition. */
const CONDITIONS: { readonly [F in keyof FineLimits]: (value: FineLimits[F], ofUser: boolean) => RawBuilder<boolean> } =
  {
    status(status, ofUser) {
      const own = sql.raw(ofUser ? "coalesce(fines.status, '')" : 'fines.status');
      if (status === 'all') return sql<boolean>`true`;
      if (status === 'Pending') return sql<boolean>`${own} = 'Pending'`;
      if (status === 'Paid') return sql<boolean>`${own} = 'Paid'`;
      return status === 'Waived'
        ? sql<boolean>`fines.waived_amount > 0 and fines.waived_amount >= fines.amount`
        : sql<boolean>`fines.paid_amount > 0 and fines.amount > fines.paid_amount + fines.waived_amount`;
    },
    group: (group) => isOfGroup('fines.user_id', group),
  };

const conditionOf = <F extends keyof FineLimits>(name: F, value: FineLimits[F], ofUser: boolean): RawBuilder<boolean> =>
  CONDITIONS[name](value, ofUser);

/**
 * The condition of all filters. `ofUser`: written as expressions, which match no index, because SQLite would otherwise
 * scan all users' fines of the status.
 */
export const within = (limits: FineLimits, ofUser = false): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    FILTERS.map((name) => conditionOf(name, limits[name], ofUser)),
    sql` and `,
  )}`;

interface FinesPage extends Partial<FineLimits> {
  limit: number;
  offset: number;
  /** pending-first: paid fines after all others; oldest: fines of 0 after all others */
  order?: 'newest' | 'pending-first' | 'oldest';
}

/** A user's fines, by newest date, then newest created, unless another order is given. */
export function userFines(db: Handle, userId: string, page: FinesPage): Promise<FineRow[]> {
  const { order = 'newest', limit, offset, ...limits } = page;
  const fines = finesOf(db, userId, { ...EVERY_FINE, ...limits });
  const sorted = {
    newest: () => newestFirst(fines),
    'pending-first': () => newestFirst(fines.orderBy(sql`fines.status = 'Paid'`)),
    oldest: () =>
      fines
        .orderBy(sql`fines.amount = 0`)
        .orderBy('fines.date')
        .orderBy('fines.sequence'),
  }[order]();
  return run(db, sorted.limit(limit).offset(offset));
}

/** A user's fines, newest first, that follow a place in that list; null: the first ones. */
export function userFinesAfter(
  db: Handle,
  userId: string,
  after: Pick<FineRow, 'date' | 'sequence'> | null,
  { limit, ...limits }: { limit: number } & FineLimits,
): Promise<FineRow[]> {
  let fines = finesOf(db, userId, limits);
  if (after !== null) {
    fines = fines.where((eb) =>
      eb(eb.refTuple('fines.date', 'fines.sequence'), '<', eb.tuple(after.date, after.sequence)),
    );
  }
  return run(db, newestFirst(fines).limit(limit));
}

type Fines = ReturnType<typeof selectFines>;

const finesOf = (db: Handle, userId: string, limits: FineLimits): Fines =>
  selectFines(db).where('fines.user_id', '=', userId).where(within(limits, true));

const newestFirst = (fines: Fines): Fines => fines.orderBy('fines.date', 'desc').orderBy('fines.sequence', 'desc');

/** Rows to skip before a page. */
export const offsetOf = ({ page, pageSize }: { page: number; pageSize: number }): number => (page - 1) * pageSize;

/** The name that signs messages to members, and the language for members who have not chosen one. */
export async function organisationWords(db: Handle): Promise<{ name: string; language: Language }> {
  const { name, language } = await runOne(db, db.selectFrom('organisation').select(['name', 'language']));
  return { name, language: language ?? LANGUAGES[0] };
}

/** What a type of fines is called in a language (TYPE-10). */
export type NameOfType = (fineType: string, language: Language) => string;

export async function readUrduNames(db: Handle): Promise<UrduNames> {
  const [former, listed] = await settleAll([
    run(
      db,
      db
        .selectFrom('listed_fine_types')
        .innerJoin('fine_types', 'fine_types.listed_as', 'listed_fine_types.id')
        .select(['fine_types.type_key as key', 'urdu_name'])
        .where('urdu_name', '<>', ''),
    ),
    run(db, db.selectFrom('listed_fine_types').select(['type_key as key', 'urdu_name']).where('urdu_name', '<>', '')),
  ]);
  // A name now on the list is nobody's former one.
  return new Map([...former, ...listed].map(({ key, urdu_name: name }) => [key, name]));
}

export async function readNamesOfTypes(db: Handle): Promise<NameOfType> {
  const names = await readUrduNames(db);
  return (fineType, language) => typeIn(language, fineType, names);
}

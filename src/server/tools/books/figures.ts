// The figures of the organisation and of each user from three sources: the entries of the journal, the records, and what
// the books and the users' rows keep.
import { hash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import { type Balance, changeOfFine, EMPTY_BALANCE } from '../../../core/fines/fine.ts';
import type { Subject } from '../../../core/journal.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { addedToTurnover } from '../../../core/money/turnover.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { figuresOf } from '../../balances/change-fine.ts';
import { changeOfReversal, kindReversed } from '../../balances/reversals.ts';
import type { BooksTable, FinesTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { FINE_COLUMNS } from '../../shared/fine-row.ts';
import { compareRows } from './compare.ts';
import { nameOf, PAGE, parse, type Problems, type Read, type Remaining, type Row } from './journal.ts';
import { fineOf, fines } from './tables.ts';

type Source = 'journal' | 'records' | 'kept';
type Value = number | string | null;

/** A figure from up to three sources; null for a source that does not have it. */
export interface FigureRow extends Record<Source, Value> {
  figure: string;
  unit: 'paisa' | 'count' | 'day';
  agrees: boolean;
}

export interface UserDifferences {
  userId: string;
  userName: string;
  /** only those that differ */
  figures: FigureRow[];
}

/** By the columns that keep them. */
const noFigures = () => ({
  total: 0,
  pending: 0,
  credit: 0,
  fine_count: 0,
  paid_count: 0,
  used: 0,
  turnover: 0,
  events: 0,
  last_sequence: 0,
  newest_fine_date: null as CalendarDay | null,
  oldest_pending_date: null as CalendarDay | null,
  earliest_due: null as CalendarDay | null,
  /**
   * An order-independent hash of a user's fines: equal sets have equal sums, different ones practically never. It
   * compares a million fines with the journal without holding either in memory.
   */
  fines: 0n,
});
type Figures = ReturnType<typeof noFigures>;
type Column = Exclude<keyof Figures, 'fines'>;
type Figure = readonly [Column, string, FigureRow['unit'], ...(readonly Source[])];

/** Each with the sources that have it, if not all three do. */
const OF_ORGANISATION = [
  ['total', 'Total fines', 'paisa'],
  ['pending', 'Pending', 'paisa'],
  ['credit', 'Credit held', 'paisa'],
  ['used', 'Used', 'paisa'],
  ['turnover', 'Turnover', 'paisa', 'journal', 'kept'],
  ['fine_count', 'Fines', 'count'],
  ['paid_count', 'Paid fines', 'count'],
  ['events', 'Events', 'count', 'journal', 'records'],
  ['last_sequence', 'Journal entries', 'count', 'journal', 'kept'],
] as const satisfies readonly Figure[];

const OF_USER = [
  ['total', 'Total fines', 'paisa'],
  ['pending', 'Pending', 'paisa'],
  ['credit', 'Credit', 'paisa'],
  ['fine_count', 'Fines', 'count'],
  ['paid_count', 'Paid fines', 'count'],
  ['newest_fine_date', 'Newest fine', 'day', 'records', 'kept'],
  ['oldest_pending_date', 'Oldest unpaid', 'day', 'records', 'kept'],
  ['earliest_due', 'Earliest due', 'day', 'records', 'kept'],
] as const satisfies readonly Figure[];

export class Sums {
  readonly organisation = noFigures();
  readonly users = new Map<string, Figures>();

  of(userId: string): Figures {
    const figures = this.users.get(userId) ?? noFigures();
    this.users.set(userId, figures);
    return figures;
  }

  add(userId: string | null, { total, pending, credit, fineCount, paidCount }: Balance): void {
    for (const figures of [this.organisation, ...(userId === null ? [] : [this.of(userId)])]) {
      figures.total += total;
      figures.pending += pending;
      figures.credit += credit;
      figures.fine_count += fineCount;
      figures.paid_count += paidCount;
    }
  }

  addFine(fine: Selectable<FinesTable>, sign: 1n | -1n): void {
    const text = JSON.stringify(FINE_COLUMNS.map((column) => fine[column]));
    this.of(fine.user_id).fines += sign * hash('sha256', text, 'buffer').readBigInt64LE();
  }

  /** Adds what an entry says that it changed, which must be what follows from its record before and after. */
  addEntry(read: Read, problems: Problems): void {
    const { entry, before, after } = read;
    this.organisation.last_sequence++;
    this.organisation.used += entry.used_change;
    this.organisation.turnover += addedToTurnover({ subject: entry.subject, before, after });
    if (entry.subject === 'event') {
      this.organisation.events += (after === null ? 0 : 1) - (before === null ? 0 : 1);
    }
    const change = changeOf(read);
    this.add(entry.user_id, {
      total: entry.total_change,
      pending: entry.pending_change,
      credit: entry.credit_change,
      fineCount: change?.fineCount ?? 0,
      paidCount: change?.paidCount ?? 0,
    });
    if (change === undefined) {
      problems.add(`${nameOf(entry)}: its ${entry.subject} cannot be read, or is not the one that the entry names.`);
      return;
    }
    for (const [what, said, real] of [
      ['total', entry.total_change, change.total],
      ['pending amount', entry.pending_change, change.pending],
      ['credit', entry.credit_change, change.credit],
      ['used money', entry.used_change, change.used],
    ] as const) {
      if (said !== real)
        problems.add(
          `${nameOf(entry)} says that it changed the ${what} by ${said} paisa, but its record says ${real}.`,
        );
    }
    for (const [record, sign] of [
      [before, -1n],
      [after, 1n],
    ] as const) {
      const fine = entry.subject === 'fine' && record !== null ? fineOf(record, entry) : undefined;
      if (fine !== undefined) this.addFine(fine, sign);
    }
  }
}

/** What follows from the record before and after; undefined if it is not one that the entry can have. */
function changeOf({ entry, before, after }: Read): (Balance & { used: Paisa }) | undefined {
  const none = { ...EMPTY_BALANCE, used: 0 };
  if (entry.subject === 'fine') {
    const [from, to] = [before, after].map((record) => record && fineOf(record, entry));
    if (from === undefined || to === undefined) return undefined;
    const change = changeOfFine(from && figuresOf(from), to && figuresOf(to));
    // A fine that came with its payment did not change the credit.
    return { ...none, ...change, credit: entry.action === 'import' ? 0 : change.credit };
  }
  if (entry.subject === 'event') {
    const [from, to] = [before, after].map((record) => (record === null ? 0 : record['amount']));
    return typeof from === 'number' && typeof to === 'number' ? { ...none, used: to - from } : undefined;
  }
  const creditOf = CREDIT[entry.subject];
  if (creditOf === undefined) return none;
  const { id, amount } = after ?? {};
  const isNobodys = ['hand-over', 'pay-out'].includes(kindReversed(after ?? {}) ?? '');
  const isWhole = before === null && id === entry.subject_id && (entry.user_id === null) === isNobodys;
  const credit = after !== null && isWhole && typeof amount === 'number' ? creditOf(amount, after) : undefined;
  return credit === undefined ? undefined : { ...none, credit };
}

/** How the records of money change their user's credit; moves of cash concern no user. */
const CREDIT: { [S in Subject]?: (amount: Paisa, record: Row) => Paisa | undefined } = {
  payment: (amount) => amount,
  refund: (amount) => 0 - amount,
  /** its effect is recorded by its fine */
  waiver: () => 0,
  reversal(amount, record) {
    const kind = kindReversed(record);
    return kind === undefined ? undefined : changeOfReversal(kind, amount).credit;
  },
};

export async function sumRecords(db: Handle): Promise<Sums> {
  const sums = new Sums();
  let last = '';
  for (;;) {
    const page = await db.selectFrom('fines').selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute();
    for (const fine of page) {
      last = fine.id;
      const change = changeOfFine(null, figuresOf(fine));
      sums.add(fine.user_id, change);
      sums.addFine(fine, 1n);
      const figures = sums.of(fine.user_id);
      if (fine.date > (figures.newest_fine_date ?? '')) figures.newest_fine_date = fine.date;
      if (change.pending <= 0) continue;
      if (fine.date < (figures.oldest_pending_date ?? '~')) figures.oldest_pending_date = fine.date;
      if (fine.due_on !== null && fine.due_on < (figures.earliest_due ?? '~')) figures.earliest_due = fine.due_on;
    }
    if (page.length < PAGE) break;
  }
  // The money received from each user, less what was taken back or given back.
  const { rows: money } = await sql<{ userId: string; credit: Paisa }>`
    select user_id as "userId", sum(amount) as credit from (
      select user_id, amount from payments
      union all
      select user_id, 0 - amount from refunds
      union all
      select payments.user_id, 0 - reversals.amount from reversals join payments on payments.id = payment_id
      union all
      select refunds.user_id, reversals.amount from reversals join refunds on refunds.id = refund_id
    ) moved group by user_id`.execute(db);
  for (const { userId, credit } of money) sums.add(userId, { ...EMPTY_BALANCE, credit });
  const events = await sql<{ used: Paisa; events: number }>`
    select coalesce(sum(amount), 0) as used, count(*) as events from events`.execute(db);
  Object.assign(sums.organisation, events.rows[0]);
  return sums;
}

function figureRows(
  figures: readonly Figure[],
  sources: Record<Source, { readonly [C in Column]?: Value }>,
): FigureRow[] {
  return figures.map(([column, figure, unit, ...some]) => {
    const from = some.length > 0 ? some : (['journal', 'records', 'kept'] as const);
    const values = { journal: null, records: null, kept: null } as Record<Source, Value>;
    for (const source of from) values[source] = sources[source][column] ?? null;
    return { figure, unit, ...values, agrees: new Set(from.map((source) => values[source])).size === 1 };
  });
}

export const organisationRows = (books: Selectable<BooksTable>, journal: Sums, records: Sums): FigureRow[] =>
  figureRows(OF_ORGANISATION, { journal: journal.organisation, records: records.organisation, kept: books });

/** The users whose summary, fines and journal disagree. */
export async function differingUsers(
  db: Handle,
  { journal, records, remaining }: { journal: Sums; records: Sums; remaining: Remaining },
  problems: Problems,
): Promise<UserDifferences[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'user_name', ...OF_USER.map(([column]) => column)])
    .orderBy('sort_key')
    .orderBy('id')
    .execute();
  const known = new Set(users.map((user) => user.id));
  for (const userId of journal.users.keys()) {
    if (!known.has(userId))
      problems.add(`The journal records fines or money of the user ${userId}, whose row is missing.`);
  }
  const changed = users.map(({ id }) => id).filter((id) => journal.of(id).fines !== records.of(id).fines);
  for (const id of changed) {
    problems.add(
      `The fines of the user ${id} differ from the journal: at least one was changed without a journal entry.`,
    );
  }
  await reportDifferingFines(db, changed, remaining, problems);
  return users.flatMap(({ id, user_name: userName, ...kept }) => {
    const sources = { journal: journal.of(id), records: records.of(id), kept };
    const figures = figureRows(OF_USER, sources).filter((row) => !row.agrees);
    return figures.length === 0 ? [] : [{ userId: id, userName: displayName(userName), figures }];
  });
}

/** The fines of further users are not reported individually, which would take too long. */
const MAX_USERS = 20;

/** Reports which fines differ, and in which columns. */
async function reportDifferingFines(
  db: Handle,
  userIds: readonly string[],
  remaining: Remaining,
  problems: Problems,
): Promise<void> {
  const users = userIds.slice(0, MAX_USERS);
  if (users.length === 0) return;
  const described = fines();
  const joined = [...remaining].flatMap(([id, into]) => (users.includes(into) ? id : []));
  const entries = await db
    .selectFrom('journal')
    .selectAll()
    .where('subject', '=', 'fine')
    .where('user_id', 'in', [...users, ...joined])
    .orderBy('sequence')
    .execute();
  for (const entry of entries) {
    const read = parse(entry, remaining);
    if (read !== undefined) described.fold(read, problems);
  }
  const rows = await db.selectFrom('fines').selectAll().where('user_id', 'in', users).orderBy('id').execute();
  compareRows(described, rows, problems);
}

// Generates the history day by day: people join and leave, are fined, mostly pay, and the money is spent on events. All
// figures are derived from journal entries like the server's.
import type { Insertable, Selectable } from 'kysely';
import { addDays, type CalendarDay } from '../src/core/calendar.ts';
import { MAX_AMOUNT } from '../src/core/money/money.ts';
import type {
  AllocationsTable,
  BooksByDayTable,
  CashHoldersTable,
  BooksTable,
  EventsTable,
  FineTypesTable,
  FinesTable,
  GroupsTable,
  JournalTable,
  PaymentsTable,
  UsersTable,
} from '../src/server/db/schema.ts';
import { type AttachedRows, attachedText, attachTo } from '../src/server/ledger/attached.ts';
import { chained } from '../src/server/ledger/journal-hash.ts';
import { ERASED, userKeys, userRecord } from '../src/server/shared/user-row.ts';
import { historyCalendar } from './calendar.ts';
import { type Action, madeUpFines } from './fining.ts';
import { type MadeUpLedger, madeUpLedger } from './ledger.ts';
import { ID_ALPHABET, makePeople, type People, type Person } from './people.ts';
import { type Random, randomFrom } from './random.ts';
import { madeUpReaching, type ReachingRows } from './reaching.ts';
import { EVENT_PLACES, EVENT_TITLES } from './words.ts';

export interface HistoryOptions {
  users: number;
  fines: number;
  /** the same seed and day give the same organisation, except for the times of day of the last day */
  seed: number;
  years: number;
  /** ms; only events may be dated after it */
  now: number;
  /** e-mail of the user who entered everything */
  actor: string;
}

/** Rows to insert. Users are as they joined, and the journal is not chained, until the history is complete. */
export interface DayRows {
  groups: readonly GroupsTable[];
  users: Selectable<UsersTable>[];
  fines: FinesTable[];
  payments: PaymentsTable[];
  allocations: AllocationsTable[];
  journal: JournalTable[];
  events: Insertable<EventsTable>[];
  books_by_day: BooksByDayTable[];
}

export interface Outcome extends ReachingRows {
  books: Selectable<BooksTable>;
  users: Selectable<UsersTable>[];
  fine_types: FineTypesTable[];
  cash_holders: CashHoldersTable[];
}

/** How many people a submission fines. */
const SUBMISSION_SIZES = [1, 1, 1, 1, 1, 1, 2, 3, 4, 8] as const;
const EVENT_CHANCE = 0.05;
/** Days from today of the events added on the last day. */
const EVENTS_AHEAD = [0, 2, 12];
const PAISA_A_RUPEE = 100;

/** Yields the rows of each day, in order. A fine that will be paid is yielded on the day of its payment. */
function* makeHistory(options: HistoryOptions): Generator<DayRows, Outcome> {
  const random = randomFrom(options.seed);
  const calendar = historyCalendar(options.now, options.years);
  const { dates } = calendar;
  const people = makePeople(options.seed, options.users, dates.length);
  const ledger = madeUpLedger(options.actor);
  const fines = madeUpFines(options.seed, random, calendar, ledger);
  const reaching = madeUpReaching(options.seed, { calendar, ledger, people, fines });
  const finesPerDay = calendar.spread(options.fines);
  const arrivals = Map.groupBy(people.all, (person) => person.joins);
  const departures = Map.groupBy(people.all, (person) => person.leaves);

  for (const [day, date] of dates.entries()) {
    const came: Selectable<UsersTable>[] = [];
    const events: Insertable<EventsTable>[] = [];
    const work = fines.paymentsOf(day);
    for (let open = finesPerDay[day] ?? 0; open > 0;) {
      const together = pickSeveral(random, people, day, Math.min(open, random.pick(SUBMISSION_SIZES)));
      open -= together.size;
      work.push(fines.fine(day, together));
    }
    const ahead = day === dates.length - 1 ? EVENTS_AHEAD : random.chance(EVENT_CHANCE) ? [random.below(21)] : [];
    const groups = day === 0 ? people.groups : [];
    const actions: Action[] = [
      ...groups.map((group) => (at: number) => addGroup(ledger, group, at)),
      ...(arrivals.get(day) ?? []).map((person) => (at: number) => came.push(arrive(ledger, person, at))),
      ...shuffled(random, work),
      ...ahead.map((days) => (at: number) => events.push(planEvent(random, ledger, addDays(date, days), at))),
      ...reaching.actionsOf(day),
      ...(departures.get(day) ?? []).map((person) => (at: number) => depart(ledger, person, at)),
    ];
    for (const [index, at] of calendar.instants(day, actions.length).entries()) actions[index]?.(at);

    const { total, pending, used, updated_at } = ledger.books;
    const books_by_day = actions.length === 0 ? [] : [{ day: date, total, pending, used, updated_at }];
    const { payments, allocations } = fines.takePayments();
    const entered = { fines: fines.takeFinal(), payments, allocations, journal: ledger.takeEntries() };
    yield { groups, users: came, ...entered, events, books_by_day };
  }
  return {
    ...reaching.rows,
    books: ledger.books,
    users: people.all.map((person) => person.row),
    fine_types: [...fines.fineTypes.values()],
    cash_holders: [{ holder: ledger.actor.id, received: fines.cash(), given_back: 0, paid_out: 0, taken_over: 0 }],
  };
}

/** Distinct people; may be fewer than `count` in a small organisation. */
function pickSeveral(random: Random, people: People, day: number, count: number): Set<Person> {
  const chosen = new Set<Person>();
  for (let tries = 0; chosen.size < count && tries < 5 * count; tries++) chosen.add(people.pickPresent(random, day));
  return chosen;
}

function addGroup(ledger: MadeUpLedger, group: GroupsTable, at: number): void {
  ledger.begin('groups.add', at);
  ledger.record({ subject: 'group', subject_id: group.id, user_id: null, before: null, after: group });
}

/** Returns a copy of the row as it is on joining. */
function arrive(ledger: MadeUpLedger, { row }: Person, at: number): Selectable<UsersTable> {
  row.created_at = at;
  ledger.begin('users.add', at);
  ledger.record({ subject: 'user', subject_id: row.id, user_id: row.id, before: null, after: userRecord(row) });
  return { ...row };
}

/** Like the server's deletion: clears the details, and keeps the row because fines refer to it. */
function depart(ledger: MadeUpLedger, { row }: Person, at: number): void {
  const before = userRecord(row);
  Object.assign(row, ERASED);
  Object.assign(row, userKeys(row), { updated_at: at, deleted_at: at });
  ledger.begin('users.delete', at);
  ledger.record({ subject: 'user', subject_id: row.id, user_id: row.id, before, after: null });
}

/** An event that costs part of the balance, at least 500 rupees. */
function planEvent(random: Random, ledger: MadeUpLedger, date: CalendarDay, at: number): Insertable<EventsTable> {
  const { total, pending, used } = ledger.books;
  const hundreds = Math.floor(((total - pending - used) * (0.1 + 0.4 * random.fraction())) / (100 * PAISA_A_RUPEE));
  const amount = Math.min(MAX_AMOUNT, Math.max(5, hundreds) * 100 * PAISA_A_RUPEE);
  const event: Insertable<EventsTable> = {
    id: random.text(ID_ALPHABET, 12),
    title: random.pick(EVENT_TITLES),
    description: random.pick([
      'For everyone',
      'Food, tea and transport for everyone, and small prizes for the winners',
    ]),
    date,
    location: random.pick(EVENT_PLACES),
    amount,
    created_at: at,
    updated_at: null,
  };
  ledger.begin('events.add', at);
  ledger.record({ subject: 'event', subject_id: event.id, user_id: null, before: null, after: event, used: amount });
  return event;
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

// Adds to the history what is only known at its end: the figures of users, and the newest journal entries, which
// contain the final state of the tables. So each row is written once, and the journal is chained as it is written.

/** Generates the history twice, the first time only for its end. */
export function* completeHistory(options: HistoryOptions): Generator<DayRows, Outcome> {
  const { outcome, newestOf } = endOf(options);
  const users = new Map(outcome.users.map((user) => [user.id, user]));
  const fineTypes = new Map(outcome.fine_types.map((type) => [type.last_sequence, type]));
  const history = makeHistory(options);
  let hash = '';
  for (let next = history.next(); next.done !== true; next = history.next()) {
    const rows = next.value;
    const day = rows.books_by_day[0]?.day ?? '';
    const allocations = Map.groupBy(rows.allocations, ({ sequence }) => sequence);
    const attachedTo = (sequence: number, userId: string | null): string | null => {
      const attached: AttachedRows = {};
      for (const { sequence: _, place: __, fine_id: ___, ...allocation } of allocations.get(sequence) ?? []) {
        attachTo(attached, 'allocations', [allocation]);
      }
      const type = fineTypes.get(sequence);
      if (type !== undefined) {
        const { type_key: _, last_sequence: __, ...last } = type;
        attachTo(attached, 'fine_types', [last]);
      }
      const user = users.get(userId ?? '');
      if (user !== undefined && newestOf.get(user.id) === sequence) {
        const { id, status, created_at, updated_at, deleted_at, summary_updated_at } = user;
        attachTo(attached, 'users', [{ id, status, created_at, updated_at, deleted_at, summary_updated_at }]);
      }
      return attachedText(Object.keys(attached).length === 0 ? undefined : attached);
    };
    const journal = chained(
      hash,
      rows.journal.map((entry) => ({ ...entry, day, attached: attachedTo(entry.sequence, entry.user_id) })),
    );
    hash = journal.at(-1)?.hash ?? hash;
    yield { ...rows, journal, users: rows.users.map((user) => users.get(user.id) ?? user) };
  }
  return { ...outcome, books: { ...outcome.books, journal_hash: hash } };
}

/** `newestOf`: the sequence of each user's newest entry. */
function endOf(options: HistoryOptions): { outcome: Outcome; newestOf: ReadonlyMap<string, number> } {
  const newestOf = new Map<string, number>();
  const history = makeHistory(options);
  for (;;) {
    const next = history.next();
    if (next.done === true) return { outcome: next.value, newestOf };
    for (const { user_id: userId, sequence } of next.value.journal) {
      if (userId !== null) newestOf.set(userId, sequence);
    }
  }
}

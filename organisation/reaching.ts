// Reminders, promises, e-mails and requests of the made-up organisation's last weeks.
import type { Selectable } from 'kysely';
import { addDays } from '../src/core/calendar.ts';
import { formatRs } from '../src/core/money/money.ts';
import { PAYMENT_METHODS } from '../src/core/money/payment.ts';
import { afterTry, type Outcome as Delivery } from '../src/core/mail/delivery.ts';
import { letterOf, type MailFacts } from '../src/core/mail/letters.ts';
import { REMINDER_CHANNELS } from '../src/core/people/reminder.ts';
import type { FinesTable, MailsTable, PromisesTable, RemindersTable, RequestsTable } from '../src/server/db/schema.ts';
import { newMail } from '../src/server/mail/new-mail.ts';
import type { HistoryCalendar } from './calendar.ts';
import type { Action } from './fining.ts';
import type { MadeUpLedger } from './ledger.ts';
import { ID_ALPHABET, type People, type Person } from './people.ts';
import { randomFrom } from './random.ts';

/** Messages are kept for 90 days, and time goes on after the database is made. */
const LAST_DAYS = 60;
/** The share of all people in those days. */
const SHARES = { requests: 1 / 12, reminders: 1 / 2, mails: 4 / 5 };
const MOST = { requests: 5000, reminders: 50_000, mails: 80_000 };
const PROMISES = 0.2;
const PROMISED_DAYS = 9;
const IS_CLAIM = 0.6;
const ANSWERED = 0.65;
const LANGUAGES = ['en', 'en', 'ur'] as const;
/** The outcomes of messages; null: still waiting. */
const DELIVERIES: readonly [Delivery | null, ...(Delivery | null)[]] = [
  ...Array.from({ length: 94 }, () => 'accepted' as const),
  ...(['refused', 'refused', 'unanswered', 'later', 'later', null] as const),
] as never;
const REPLIES: Record<Delivery, string> = {
  accepted: '250 OK: queued',
  refused: '550 5.1.1 No such user here',
  unanswered: 'The line broke.',
  later: '451 4.7.1 Greylisted, try again later',
};

export interface ReachingRows {
  requests: RequestsTable[];
  reminders: RemindersTable[];
  promises: PromisesTable[];
  mails: MailsTable[];
}

export interface Reaching {
  rows: ReachingRows;
  actionsOf(day: number): Action[];
}

/** What this part needs to know about a member's fines. */
export interface Reached {
  /** their latest unpaid fine */
  unpaidOf(person: Person): Selectable<FinesTable> | undefined;
  /** the id of their latest payment */
  paymentOf(person: Person): string | undefined;
}

export function madeUpReaching(
  seed: number,
  {
    calendar,
    ledger,
    people,
    fines,
  }: { calendar: HistoryCalendar; ledger: MadeUpLedger; people: People; fines: Reached },
): Reaching {
  // A separate generator, so that the rest of the history is the same with and without this part.
  const random = randomFrom(seed + 1);
  const { dates } = calendar;
  const rows: ReachingRows = { requests: [], reminders: [], promises: [], mails: [] };
  const answers = new Map<number, Action[]>();
  const newId = (): string => random.text(ID_ALPHABET, 12);
  const { name: actor } = ledger.actor;

  const ask =
    (day: number): Action =>
    (at) => {
      const person = people.pickPresent(random, day);
      const fine = fines.unpaidOf(person);
      const { id: userId, user_email: email, pending } = person.row;
      if (fine === undefined || pending === 0) return;
      const isClaim = random.chance(IS_CLAIM);
      const sentOn = dates[day] ?? '';
      const about = { id: fine.id, type: fine.fine_type, date: fine.date };
      const request: RequestsTable = {
        id: newId(),
        user_id: userId,
        kind: isClaim ? 'claim' : 'appeal',
        state: 'open',
        fines: JSON.stringify(isClaim && random.chance(0.5) ? [] : [about]),
        amount: isClaim ? Math.max(fine.amount, 1) : null,
        method: isClaim ? random.pick(PAYMENT_METHODS) : null,
        reference: isClaim ? `TRX ${random.text('0123456789', 6)}` : '',
        received_on: isClaim ? sentOn : null,
        reason: isClaim ? '' : 'I was in hospital on that day',
        picture_hash: null,
        picture_size: null,
        sent_by: email ?? '',
        sent_on: sentOn,
        created_at: at,
        answer: '',
        decided_by: null,
        decided_on: null,
        decided_at: null,
        payment_id: null,
      };
      ledger.begin(isClaim ? 'requests.claim' : 'requests.appeal', at);
      ledger.record({
        subject: 'request',
        subject_id: request.id,
        user_id: userId,
        before: null,
        after: { ...request },
      });
      rows.requests.push(request);
      const answeredOn = day + 1 + random.below(3);
      if (!random.chance(ANSWERED) || answeredOn >= dates.length) return;
      answers.set(answeredOn, [...(answers.get(answeredOn) ?? []), answer(request, person, answeredOn)]);
    };

  const answer =
    (request: RequestsTable, person: Person, day: number): Action =>
    (at) => {
      const { kind, id: subjectId, user_id: userId } = request;
      const before = { ...request };
      const payment = fines.paymentOf(person);
      const state = random.pick(['accepted', 'accepted', 'refused', 'withdrawn'] as const);
      const isAccepted = state === 'accepted' && (kind === 'appeal' || payment !== undefined);
      const decided = isAccepted ? 'accepted' : state === 'withdrawn' ? state : 'refused';
      Object.assign(request, {
        state: decided,
        answer: decided === 'refused' ? 'Nothing has arrived' : '',
        decided_by: decided === 'withdrawn' ? null : actor,
        decided_on: dates[day] ?? '',
        decided_at: at,
        payment_id: isAccepted && kind === 'claim' ? payment : null,
      });
      const actions = {
        claim: { accepted: 'requests.acceptClaim', refused: 'requests.refuseClaim' },
        appeal: { accepted: 'requests.acceptAppeal', refused: 'requests.refuseAppeal' },
      } as const;
      ledger.begin(decided === 'withdrawn' ? 'requests.withdraw' : actions[kind][decided], at);
      ledger.record({ subject: 'request', subject_id: subjectId, user_id: userId, before, after: { ...request } });
    };

  const remind =
    (day: number): Action =>
    (at) => {
      const { row } = people.pickPresent(random, day);
      if (row.pending === 0) return;
      const date = dates[day] ?? '';
      const channel = random.pick(REMINDER_CHANNELS);
      const reminder = {
        id: newId(),
        user_id: row.id,
        channel,
        pending: row.pending,
        overdue: 0,
        day: date,
        sent_by: actor,
        created_at: at,
        through: null,
      };
      const of = { user_id: row.id, before: null };
      ledger.begin('reminders.add', at);
      const sequence = ledger.record({ ...of, subject: 'reminder', subject_id: reminder.id, after: reminder });
      rows.reminders.push({ ...reminder, sequence });
      Object.assign(row, { reminded_on: date, reminded_through: channel });
      if (!random.chance(PROMISES)) return;
      const until = addDays(date, random.below(PROMISED_DAYS) + 1);
      const promise = { id: newId(), user_id: row.id, until, covers: date, day: date, made_by: actor, created_at: at };
      ledger.begin('reminders.promise', at);
      const promised = ledger.record({ ...of, subject: 'promise', subject_id: promise.id, after: promise });
      rows.promises.push({ ...promise, sequence: promised });
      Object.assign(row, { promised_until: until, promise_covers: date });
    };

  const write =
    (day: number): Action =>
    (at) => {
      const { row } = people.pickPresent(random, day);
      if (row.user_email === null) return;
      const language = random.pick(LANGUAGES);
      const amount = formatRs(row.pending);
      const reminder = { subject: `Your fines: ${amount}`, text: `Still to be paid: ${amount}`, byItself: true };
      const receipt = `R-${(dates[day] ?? '').slice(0, 4)}-${random.text('0123456789', 6)}`;
      const paid = { id: newId(), receipt, amount: 100_000, day: dates[day] ?? '', method: 'Cash' } as const;
      const told: [kind: 'reminder' | 'paid', facts: never] = random.chance(0.5)
        ? ['reminder', reminder satisfies MailFacts['reminder'] as never]
        : ['paid', paid satisfies MailFacts['paid'] as never];
      const balance = { owed: row.pending, credit: row.credit };
      const letter = letterOf(...told, {
        name: row.user_name,
        language,
        link: 'https://fines.example.pk',
        balance,
        nameOfType: String,
      });
      const common = { sender: 'Made-up club', mail: { domain: 'example.pk' }, now: at, goesAt: at, facts: null };
      const reader = { userId: row.id, address: row.user_email, name: row.user_name, language };
      const mail = newMail({ ...common, reader, kind: told[0], letter });
      const delivery = random.pick(DELIVERIES);
      const tried = delivery === null ? null : afterTry(0, delivery, at);
      rows.mails.push({
        ...mail,
        id: newId(),
        message_id: `${newId()}@example.pk`,
        ...(tried === null
          ? {}
          : {
              state: tried.state,
              tries: tried.tries,
              next_try_at: tried.nextTryAt,
              tried_at: at,
              reply: REPLIES[delivery ?? 'later'],
            }),
      });
    };

  const first = dates.length - LAST_DAYS;
  /** Yields this day's share of all. */
  const each = (what: keyof typeof SHARES, day: number): unknown[] => {
    const all = Math.min(MOST[what], people.all.length * SHARES[what]);
    const until = (days: number) => Math.floor((all * days) / LAST_DAYS);
    return Array.from({ length: until(day - first + 1) - until(day - first) });
  };
  return {
    rows,
    actionsOf(day) {
      if (day < first) return [];
      const due = answers.get(day) ?? [];
      answers.delete(day);
      return [
        ...due,
        ...each('requests', day).map(() => ask(day)),
        ...each('reminders', day).map(() => remind(day)),
        ...each('mails', day).map(() => write(day)),
      ];
    },
  };
}

// The read operations, with inputs that make them work hard.
import { AGE_BANDS } from '../../src/core/money/ageing.ts';
import { addDays } from '../../src/core/calendar.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { listEvents } from '../../src/contract/events.ts';
import { assessFines, listFines, listFineTypes, type StatusFilter } from '../../src/contract/fines/fines.ts';
import type { CallInput, Operation } from '../../src/contract/operation.ts';
import { listMails } from '../../src/contract/mail/mails.ts';
import { readNextReminders } from '../../src/contract/money/reminder-plan.ts';
import { listReminders } from '../../src/contract/money/reminders.ts';
import { countRequests, listRequests } from '../../src/contract/money/requests.ts';
import { find, listSummaries, listUserFines, readTotals } from '../../src/contract/overview.ts';
import { listHandOvers, readCash } from '../../src/contract/money/cash.ts';
import { listDebtors } from '../../src/contract/money/debtors.ts';
import { listHistory } from '../../src/contract/history.ts';
import { listPayments, readOwed, readReceipt } from '../../src/contract/money/payments.ts';
import { listOwing, readByGroup, readReport } from '../../src/contract/reports.ts';
import { readStatement } from '../../src/contract/money/statements.ts';
import { listWaivers } from '../../src/contract/money/waivers.ts';
import { listRules } from '../../src/contract/settings/rules.ts';
import { listUserOptions, listUsers, readUser } from '../../src/contract/users.ts';
import { HISTORY_KINDS } from '../../src/core/journal.ts';
import { MAIL_STATES } from '../../src/core/mail/delivery.ts';
import { REQUEST_KINDS, REQUEST_STATES } from '../../src/core/money/member-request.ts';
import type { Random } from '../../organisation/random.ts';
import type { MeasuringClient } from './client.ts';
import type { Sample } from './sample.ts';

/** A kind of request, with a new input each time. */
export interface Case {
  name: string;
  /** Sends one and returns its time in ms. */
  readonly send: (client: MeasuringClient) => Promise<number>;
}

/** Terms that match often, rarely and never, in both scripts, and one or two letters. */
const TERMS = [
  'ali',
  'khan',
  'عمر',
  'خان',
  'خا',
  'al',
  'a',
  '7',
  'clerk',
  'no such person',
  '%',
  'zainab.warraich',
] as const;

export function readCases(sample: Sample, random: Random): Case[] {
  const user = () => random.pick(sample.users);
  const pageOf = (items: number, pageSize: number) => 1 + random.below(Math.max(1, Math.ceil(items / pageSize)));
  const lastPage = (items: number, pageSize: number) => Math.max(1, Math.ceil(items / pageSize));
  const term = () => random.pick(TERMS);
  const group = () => ({ query: { group: random.pick(sample.groups).id } });
  const ofGroup = (status: StatusFilter, pages: number) => () => {
    const { id, fineCount } = random.pick(sample.groups);
    return { query: { group: id, status, page: pageOf(Math.min(10 * pages, fineCount / 4), 10) } };
  };
  const assess = (count: number) => () => {
    const userIds = new Set<string>();
    while (userIds.size < Math.min(count, sample.users.length)) userIds.add(user());
    return { body: { amount: 100, date: sample.today, userIds: [...userIds] } };
  };
  const overview = (query: CallInput<typeof listSummaries>['query']) => () => ({ query });
  return [
    make('Session', readSession, () => ({})),
    make('Users: first page', listUsers, () => ({ query: {} })),
    make('Users: any page', listUsers, () => ({ query: { page: pageOf(sample.userCount, 25) } })),
    make('Users: last page', listUsers, () => ({ query: { page: lastPage(sample.userCount, 25) } })),
    make('Users: search', listUsers, () => ({ query: { search: term() } })),
    make('User options: first 50', listUserOptions, () => ({ query: {} })),
    make('User options: search', listUserOptions, () => ({ query: { search: term() } })),
    make('User options: any 100', listUserOptions, () => ({
      query: { page: pageOf(sample.userCount, 100), pageSize: 100 },
    })),
    make('Finder: a name', find, () => ({ query: { search: term() } })),
    make('Finder: a number', find, () => ({ query: { search: String(1 + random.below(sample.paymentCount)) } })),
    make('User', readUser, () => ({ params: { userId: user() } })),
    make('Fines: first page', listFines, () => ({ query: {} })),
    make('Fines: page 2', listFines, () => ({ query: { page: 2 } })),
    make('Fines: page 50', listFines, () => ({ query: { page: 50 } })),
    make('Fines: any page', listFines, () => ({ query: { page: pageOf(sample.fineCount, 10) } })),
    make('Fines: last page', listFines, () => ({ query: { page: lastPage(sample.fineCount, 10) } })),
    make('Fines: any 100', listFines, () => ({ query: { page: pageOf(sample.fineCount, 100), pageSize: 100 } })),
    make('Fines: pending, any page', listFines, () => ({
      query: { status: 'Pending' as const, page: pageOf(sample.fineCount / 10, 10) },
    })),
    make('Fines: paid, any page', listFines, () => ({
      query: { status: 'Paid' as const, page: pageOf(sample.fineCount / 2, 10) },
    })),
    make("Fines: the most fined's pending", listFines, () => ({
      query: { userId: random.pick(sample.mostFined), status: 'Pending' as const, pageSize: 50 },
    })),
    make('Fines of a user', listFines, () => ({ query: { userId: user() } })),
    make('Fines of the most fined, page 30', listFines, () => ({
      query: { userId: random.pick(sample.mostFined), page: 30 },
    })),
    make('Fines of a group', listFines, group),
    make('Fines of a group: first pages', listFines, ofGroup('all', 10)),
    make('Fines of a group: any page', listFines, ofGroup('all', Infinity)),
    make('Fines of a group: pending, first pages', listFines, ofGroup('Pending', 10)),
    make('Fines of a group: pending, any page', listFines, ofGroup('Pending', Infinity)),
    make('Fines of a group: waived', listFines, ofGroup('Waived', 10)),
    make('Fines of a group: partly paid', listFines, ofGroup('PartlyPaid', 10)),
    make('Users of a group', listUsers, group),
    make('Overview of a group', listSummaries, group),
    make('Reminders of a group', listReminders, group),
    make('Payments of a group', listPayments, group),
    make('Debtors of a group', listDebtors, group),
    // The pages of the people with the most fines.
    make('Person', readUser, () => ({ params: { userId: random.pick(sample.mostFined) } })),
    make('Person: fines', listFines, () => ({
      query: { userId: random.pick(sample.mostFined), page: 1 + random.below(50) },
    })),
    make('Person: payments', listPayments, () => ({
      query: { userId: random.pick(sample.mostFined), page: 1 + random.below(50) },
    })),
    make('Person: waived', listWaivers, () => ({
      query: { userId: random.pick(sample.mostFined), pageSize: 1 + random.below(50) },
    })),
    make('Person: history', listHistory, () => ({
      query: { userId: random.pick(sample.mostFined), before: random.below(sample.entryCount) },
    })),
    make('Fine types', listFineTypes, () => ({ query: {} })),
    make('Fine types: search', listFineTypes, () => ({ query: { search: term() } })),
    make('Assess 3 users', assessFines, assess(3)),
    make('Assess 100 users', assessFines, assess(100)),
    make('Totals', readTotals, () => ({})),
    make('Overview: by name', listSummaries, overview({})),
    make('Overview: any page', listSummaries, () => ({ query: { page: pageOf(sample.userCount, 20) } })),
    make('Overview: any page, 5 fines each', listSummaries, () => ({
      query: { page: pageOf(sample.userCount, 20), fines: 5 },
    })),
    make('Overview: by total', listSummaries, overview({ sort: 'total', order: 'descending' })),
    make('Overview: by pending', listSummaries, overview({ sort: 'pending', order: 'descending' })),
    make('Overview: by collected', listSummaries, overview({ sort: 'collected', order: 'descending' })),
    make('Overview: by count', listSummaries, overview({ sort: 'count', order: 'descending', status: 'with-fines' })),
    make('Overview: by count, page 300', listSummaries, overview({ sort: 'count', order: 'descending', page: 300 })),
    make('Overview: recent', listSummaries, overview({ sort: 'recent', order: 'descending', status: 'with-fines' })),
    make('Overview: oldest unpaid', listSummaries, overview({ sort: 'oldest-unpaid' })),
    make('Overview: oldest unpaid, any page', listSummaries, () => ({
      query: { sort: 'oldest-unpaid' as const, page: pageOf(sample.userCount, 20) },
    })),
    make('Overview: oldest unpaid, either order, any status', listSummaries, () => ({
      query: {
        sort: 'oldest-unpaid' as const,
        order: random.pick(['ascending', 'descending'] as const),
        status: random.pick(['all', 'with-fines', 'has-pending', 'has-paid'] as const),
        page: pageOf(sample.userCount / 4, 10),
        pageSize: 10,
      },
    })),
    make('Reminders: first page', listReminders, () => ({ query: {} })),
    make('Reminders: any page', listReminders, () => ({ query: { page: pageOf(sample.userCount, 20) } })),
    make('Reminders: search', listReminders, () => ({ query: { search: term(), show: 'all' as const } })),
    make('Reminders: not for 7 days', listReminders, () => ({
      query: { notRemindedFor: 7, page: pageOf(sample.userCount / 2, 20) },
    })),
    make('Reminders: promised', listReminders, () => ({ query: { show: 'promised' as const } })),
    make('Reminders: what goes out next', readNextReminders, () => ({ query: {} })),
    make('Requests: first page', listRequests, () => ({ query: {} })),
    make('Requests: any page', listRequests, () => ({ query: { page: pageOf(sample.requestCount, 10) } })),
    make('Requests: open, any page', listRequests, () => ({
      query: { state: 'open' as const, page: pageOf(sample.requestCount / 3, 10) },
    })),
    make('Requests: of any kind and state', listRequests, () => ({
      query: { kind: random.pick(REQUEST_KINDS), state: random.pick(REQUEST_STATES) },
    })),
    make('Requests: of a week', listRequests, () => {
      const from = addDays(sample.today, -random.below(60));
      return { query: { from, to: addDays(from, 6) } };
    }),
    make('Requests: search', listRequests, () => ({ query: { search: term() } })),
    make('Requests of the most fined', listRequests, () => ({ query: { userId: random.pick(sample.mostFined) } })),
    make('Requests: how many are open', countRequests, () => ({})),
    make('Sent: first page', listMails, () => ({ query: {} })),
    make('Sent: any page', listMails, () => ({ query: { page: pageOf(sample.mailCount, 25) } })),
    make('Sent: of any state', listMails, () => ({ query: { state: random.pick(MAIL_STATES) } })),
    make('Sent: search', listMails, () => ({ query: { search: term() } })),
    make('Overview: search', listSummaries, () => ({ query: { search: term() } })),
    make('Overview: pending, last month', listSummaries, overview({ status: 'has-pending', period: 'month' })),
    make('Overview: paid, last week', listSummaries, overview({ status: 'has-paid', period: 'week' })),
    make("A user's fines", listUserFines, () => ({ params: { userId: user() }, query: {} })),
    make("A user's paid fines", listUserFines, () => ({
      params: { userId: user() },
      query: { status: 'Paid' as const },
    })),
    make("The most fined's paid fines, page 50", listUserFines, () => ({
      params: { userId: random.pick(sample.mostFined) },
      query: { status: 'Paid' as const, page: 50 },
    })),
    make('Payments: first page', listPayments, () => ({ query: {} })),
    make('Payments: any page', listPayments, () => ({ query: { page: pageOf(sample.paymentCount, 10) } })),
    make('Payments: last page', listPayments, () => ({ query: { page: lastPage(sample.paymentCount, 10) } })),
    make('Payments of a method, any page', listPayments, () => ({
      query: { method: 'Raast' as const, page: pageOf(sample.paymentCount / 20, 10) },
    })),
    make('Payments of a user', listPayments, () => ({ query: { userId: user() } })),
    make('Payments: search', listPayments, () => ({ query: { search: term() } })),
    make('Receipt', readReceipt, () => ({ params: { number: random.pick(sample.receipts) } })),
    make('Statement', readStatement, () => ({ params: { userId: user() }, query: {} })),
    make('Statement of the most fined', readStatement, () => ({
      params: { userId: random.pick(sample.mostFined) },
      query: {},
    })),
    make('Owed by the most fined', readOwed, () => ({ params: { userId: random.pick(sample.mostFined) } })),
    make('Debtors', listDebtors, () => ({ query: {} })),
    make('Debtors: search', listDebtors, () => ({ query: { search: term() } })),
    make('History: first page', listHistory, () => ({ query: {} })),
    make('History: any page', listHistory, () => ({ query: { before: 1 + random.below(sample.entryCount) } })),
    make('History: any page, newer', listHistory, () => ({ query: { after: 1 + random.below(sample.entryCount) } })),
    make('History: oldest page', listHistory, () => ({ query: { after: 0 } })),
    make('History: by a person, any page', listHistory, () => ({
      query: { actor: sample.actor, before: 1 + random.below(sample.entryCount) },
    })),
    make('History: by nobody', listHistory, () => ({ query: { actor: 'nobody@example.org' } })),
    make('History: of any kind, any page', listHistory, () => ({
      query: { kind: random.pick(HISTORY_KINDS), before: 1 + random.below(sample.entryCount) },
    })),
    make('History: a person, a kind, any page', listHistory, () => ({
      query: {
        actor: sample.actor,
        kind: random.pick(HISTORY_KINDS),
        before: 1 + random.below(sample.entryCount),
      },
    })),
    make('History: of two days', listHistory, () => {
      const from = addDays(sample.today, -random.below(700));
      return { query: { from, to: addDays(from, 1) } };
    }),
    make('History: of the most fined, any page', listHistory, () => ({
      query: { userId: random.pick(sample.mostFined), before: 1 + random.below(sample.entryCount) },
    })),
    make('History: of the most fined, a rare kind', listHistory, () => ({
      query: { userId: random.pick(sample.mostFined), kind: 'users' as const },
    })),
    make('Cash-up', readCash, () => ({})),
    make('Hand-overs', listHandOvers, () => ({ query: {} })),
    make('Reports: a year, of any day', readReport, () => {
      const from = addDays(sample.today, -366 - random.below(3 * 365));
      return { query: { from, to: addDays(from, 365) } };
    }),
    make('Reports: everything, of any day', readReport, () => ({
      query: { from: '1900-01-01', to: addDays(sample.today, random.below(10_000)) },
    })),
    make('Reports: by group', readByGroup, () => ({})),
    make('Reports: who owes what of an age', listOwing, () => ({
      query: { band: random.pick(AGE_BANDS), page: pageOf(sample.userCount / 2, 20) },
    })),
    make('Events', listEvents, () => ({ query: {} })),
    make('Settings', listRules, () => ({})),
  ];
}

function make<O extends Operation>(name: string, operation: O, input: () => CallInput<O>): Case {
  return { name, send: async (client) => (await client.call(operation, input())).ms };
}

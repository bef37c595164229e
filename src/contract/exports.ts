// Exports: whole lists as CSV files (EXPORT-1). Each accepts the filters and the order of its list.
import { z } from 'zod';
import { LANGUAGES } from '../core/text/languages.ts';
import { handOver, listedPayOut, listHandOvers, listPayOuts } from './money/cash.ts';
import { event, listEvents } from './events.ts';
import { fine, fineFilter } from './fines/fines.ts';
import { listedFineType } from './fines/fine-types.ts';
import { historyEntry, historyFilter } from './history.ts';
import { operation } from './operation.ts';
import { listSummaries, userSummary } from './overview.ts';
import { listPayments, payment } from './money/payments.ts';
import { listReminders, owingMember } from './money/reminders.ts';
import { listRefunds, refund } from './money/refunds.ts';
import { listRequests, memberRequest } from './money/requests.ts';
import { listOwing, owing } from './reports.ts';
import { readStatement, statementRow } from './money/statements.ts';
import { listUsers, user } from './users.ts';
import { listWaivers, waiver } from './money/waivers.ts';

/** An export is not paged. */
const PAGE = { page: true, pageSize: true } as const;
/** the language of column heads and fixed values */
const IN_LANGUAGE = { language: z.enum(LANGUAGES).default('en') };

const COMMON = {
  method: 'GET',
  needs: 'viewer',
  /** UTF-8 with a byte-order mark */
  output: z.string(),
} as const;

export const exportFines = operation({
  ...COMMON,
  id: 'exports.fines',
  path: '/exports/fines',
  summary: 'The fines that fines.list finds, as a CSV file.',
  query: fineFilter.extend(IN_LANGUAGE),
  row: fine,
  errors: ['user-not-found'],
});

export const exportUsers = operation({
  ...COMMON,
  id: 'exports.users',
  path: '/exports/users',
  summary: 'The users that users.list finds, as a CSV file.',
  query: listUsers.query.omit({ ...PAGE, with: true }).extend(IN_LANGUAGE),
  row: user,
});

export const exportSummaries = operation({
  ...COMMON,
  id: 'exports.members',
  path: '/exports/members',
  summary: 'The users that overview.list finds with their totals, as a CSV file.',
  query: listSummaries.query.omit({ ...PAGE, fines: true }).extend(IN_LANGUAGE),
  row: userSummary.omit({ latestFines: true }),
});

export const exportEvents = operation({
  ...COMMON,
  id: 'exports.events',
  path: '/exports/events',
  summary: 'All events, as a CSV file.',
  query: listEvents.query.omit(PAGE).extend(IN_LANGUAGE),
  row: event,
});

export const exportPayments = operation({
  ...COMMON,
  id: 'exports.payments',
  path: '/exports/payments',
  summary: 'The payments that payments.list finds, as a CSV file.',
  query: listPayments.query.omit(PAGE).extend(IN_LANGUAGE),
  row: payment,
});

export const exportRefunds = operation({
  ...COMMON,
  id: 'exports.refunds',
  path: '/exports/refunds',
  summary: 'The refunds that refunds.list finds, as a CSV file.',
  query: listRefunds.query.omit(PAGE).extend(IN_LANGUAGE),
  row: refund,
});

export const exportWaivers = operation({
  ...COMMON,
  id: 'exports.waivers',
  path: '/exports/waivers',
  summary: 'The waivers that waivers.list finds, as a CSV file.',
  query: listWaivers.query.omit(PAGE).extend(IN_LANGUAGE),
  row: waiver,
});

export const exportHandOvers = operation({
  ...COMMON,
  id: 'exports.handOvers',
  path: '/exports/hand-overs',
  summary: 'The hand-overs of cash that cash.handOvers finds, as a CSV file.',
  query: listHandOvers.query.omit(PAGE).extend(IN_LANGUAGE),
  row: handOver,
});

export const exportPayOuts = operation({
  ...COMMON,
  id: 'exports.payOuts',
  path: '/exports/pay-outs',
  summary: 'What was paid out of the cash that people held, as a CSV file.',
  query: listPayOuts.query.omit(PAGE).extend(IN_LANGUAGE),
  row: listedPayOut,
});

export const exportReminders = operation({
  ...COMMON,
  id: 'exports.reminders',
  path: '/exports/reminders',
  summary: 'The members that reminders.list finds, as a CSV file.',
  query: listReminders.query.omit(PAGE).extend(IN_LANGUAGE),
  row: owingMember,
});

export const exportStatement = operation({
  ...COMMON,
  id: 'exports.statement',
  path: '/exports/statements/:userId',
  summary: 'Every change in a period to what a user owes, as a CSV file.',
  params: readStatement.params,
  query: readStatement.query.extend(IN_LANGUAGE),
  row: statementRow,
  errors: ['user-not-found', 'period-backwards'],
});

export const exportOwnStatement = operation({
  ...COMMON,
  id: 'exports.ownStatement',
  path: '/exports/own-statement',
  needs: 'member',
  summary: 'Every change in a period to what the caller owes, as a CSV file.',
  query: exportStatement.query,
  row: statementRow,
  errors: exportStatement.errors,
});

export const exportHistory = operation({
  ...COMMON,
  id: 'exports.history',
  path: '/exports/history',
  summary: 'The entries of the journal that history.list finds, newest first, as a CSV file of facts.',
  query: historyFilter.extend(IN_LANGUAGE),
  row: historyEntry,
});

export const exportTypes = operation({
  ...COMMON,
  id: 'exports.fineTypes',
  path: '/exports/fine-types',
  summary: 'The list of fine types in its order, as a CSV file.',
  query: z.object(IN_LANGUAGE),
  row: listedFineType,
});

export const exportOwing = operation({
  ...COMMON,
  id: 'exports.owing',
  path: '/exports/owing',
  summary: 'All members that reports.owing finds, as a CSV file.',
  query: listOwing.query.omit(PAGE).extend(IN_LANGUAGE),
  row: owing,
});

export const exportRequests = operation({
  ...COMMON,
  id: 'exports.requests',
  path: '/exports/requests',
  summary: 'All requests that requests.list finds, in its order, as a CSV file.',
  query: listRequests.query.omit(PAGE).extend(IN_LANGUAGE),
  row: memberRequest,
});

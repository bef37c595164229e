// Totals, and fines grouped by user, for the dashboard, the overview and the collected-fines screen; and the results of
// the finder.
import { z } from 'zod';
import { OVERVIEW_PAGE_SIZE } from '../core/limits.ts';
import { picturesGone, fine } from './fines/fines.ts';
import { onlyFor } from './only-for.ts';
import { operation, type Output } from './operation.ts';
import {
  batch,
  groupFilter,
  id,
  memberEmail,
  pageOf,
  pageQuery,
  rupeesTotal,
  searchTerm,
  summary,
  totals,
  userStatus,
} from './shapes.ts';

export const readTotals = operation({
  id: 'totals.get',
  method: 'GET',
  path: '/totals',
  needs: 'viewer',
  summary: "The organisation's totals.",
  output: z.object({
    totals,
    /** fines of which something is outstanding */
    openFines: z.number().int(),
    /** users whose status is Active */
    activeUsers: z.number().int(),
    /** users with a fine dated today or in the 7 days before */
    recentlyFinedUsers: z.number().int(),
    /** rounded to whole rupees, 0 without users */
    averagePerUser: rupeesTotal,
  }),
});
export type OrganisationFigures = Output<typeof readTotals>;

/** What somebody entered today that still stands. */
const entered = { fines: z.number().int(), payments: z.number().int(), waivers: z.number().int() };

export const readToday = operation({
  id: 'today.get',
  method: 'GET',
  path: '/today',
  needs: 'collector',
  summary: 'What waits for the caller today; each figure is that of the list it belongs to.',
  output: z.object({
    /** open requests that the caller may decide */
    requests: z.number().int(),
    /** members to be reminded who are overdue, and what they owe: `reminders.list` with `show` overdue */
    overdue: z.object({ count: z.number().int(), amount: rupeesTotal }),
    /** members who promised to pay today, and what they owe: `reminders.list` with `show` promised-today */
    promised: z.object({ count: z.number().int(), amount: rupeesTotal }),
    /** e-mails of the last 7 days that were given up */
    failedMails: z.number().int(),
    /** the cash that the caller holds */
    cash: rupeesTotal,
    /** `last`: what `entries.undo` takes back of it next, null if it takes back nothing */
    entered: z.object({ ...entered, last: z.object({ batch, ...entered, pictures: picturesGone }).nullable() }),
  }),
});
export type Today = Output<typeof readToday>;

/** A fine with the reason for its doubling, null if it was not doubled or the reason is unknown. */
export const explainedFine = fine.extend({
  /** `earlier`: the fine of the same week that caused it, null if deleted since */
  doubling: z.object({ earlier: fine.pick({ fineType: true, date: true }).nullable() }).nullable(),
});
export type ExplainedFine = z.infer<typeof explainedFine>;

/** What is due from a user, and when. */
export const dueOfUser = {
  /** the earliest due day of any unpaid fine, null if none has one */
  earliestDue: z.string().nullable(),
  /** the unpaid part of fines due before today */
  overdue: rupeesTotal,
};

/** A user as others may see them: never an e-mail or a phone number (ACCESS-9). */
export const userSummary = z.object({
  userId: z.string(),
  userName: z.string(),
  /** whoever reminds them should know it */
  inactive: onlyFor('viewer', z.boolean()),
  summary,
  /** the date of the oldest unpaid fine, null if there is none */
  unpaidSince: z.string().nullable(),
  ...dueOfUser,
  /** the newest fines; in the order "oldest-unpaid" the oldest unpaid ones, if there are any */
  latestFines: z.array(explainedFine),
});
export type UserSummary = z.infer<typeof userSummary>;
export type OwnSummary = NonNullable<Output<typeof listSummaries>['own']>;

export const listSummaries = operation({
  id: 'overview.list',
  method: 'GET',
  path: '/overview',
  needs: 'member',
  summary:
    'Users with their totals and newest fines. A member receives only their own record, unless the rule lets members see everyone.',
  query: z.object({
    /** matches name or id */
    search: searchTerm,
    /**
     * collected: total - pending; paid: the number of paid fines; recent: the newest fine date; oldest-unpaid: the day
     * of the oldest unpaid fine, with users who owe nothing last in either direction
     */
    sort: z.enum(['name', 'total', 'pending', 'collected', 'count', 'paid', 'recent', 'oldest-unpaid']).default('name'),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    /** has-pending: pending above 0; deleted-pending: those of them who were deleted; has-paid: total above pending; with-fines: at least one fine */
    status: z.enum(['all', 'with-fines', 'has-pending', 'deleted-pending', 'has-paid']).default('all'),
    /** users with a fine dated today or in the 7, 30 or 90 days before */
    period: z.enum(['all', 'week', 'month', 'quarter']).default('all'),
    /** only for staff */
    group: groupFilter,
    /** fines sent with each user; at most what fits on a card */
    fines: z.coerce.number().int().min(0).max(5).default(3),
    ...pageQuery(20, 20),
  }),
  output: pageOf(userSummary).extend({
    /**
     * a member's own record, whatever the query asks for, with the pending fines before the paid ones; null for the
     * administrator. `openCount`: the fines of which something is outstanding
     */
    own: userSummary.extend({ openCount: z.number().int() }).nullable(),
    /**
     * for a member: how the organisation wants to be paid, in both languages, with `payPictureVersion` as `picture`;
     * null if it has not said
     */
    howToPay: z.object({ en: z.string(), ur: z.string(), picture: z.string().nullable() }).nullable(),
    /** the organisation's for the administrator, a member's own for a member */
    totals: totals.pick({
      totalFinesAmount: true,
      pendingFinesAmount: true,
      collectedAmount: true,
      collectionRate: true,
    }),
  }),
});

export const listUserFines = operation({
  id: 'overview.fines',
  method: 'GET',
  path: '/overview/:userId/fines',
  needs: 'member',
  summary:
    "A user's fines, newest date first unless told otherwise, a page at a time. A member may read only their own, unless the rule lets members see everyone.",
  params: z.object({ userId: id }),
  query: z.object({
    status: z.enum(['all', 'Paid', 'Pending']).default('all'),
    /** pending-first: the newest pending, then the newest paid; oldest: fines of 0 after all others */
    order: z.enum(['newest', 'pending-first', 'oldest']).default('newest'),
    ...pageQuery(OVERVIEW_PAGE_SIZE),
  }),
  output: pageOf(explainedFine).extend({ summary }),
  errors: ['user-not-found'],
});

/** How many people, and papers of each kind, are found at once: whoever needs more should type more. */
export const FOUND_AT_MOST = { people: 8, papers: 4 } as const;

/** A receipt or voucher. */
const paper = z.object({
  /** `R-2026-000123`, `V-2026-000007` */
  name: z.string(),
  userName: z.string(),
  amount: rupeesTotal,
  day: z.string(),
});

export const find = operation({
  id: 'finder.find',
  method: 'GET',
  path: '/find',
  needs: 'viewer',
  summary: `Users by a part of their name, e-mail, id or phone, at most ${FOUND_AT_MOST.people} in the order of the picker; receipts and vouchers by their number, with or without its letter and year, at most ${FOUND_AT_MOST.papers} of each, newest year first. An empty search finds nothing.`,
  query: z.object({ search: searchTerm }),
  output: z.object({
    people: z.array(
      z.object({
        id: z.string(),
        userName: z.string(),
        userEmail: memberEmail,
        status: userStatus,
        /** what they owe */
        pendingFine: rupeesTotal,
      }),
    ),
    /** more people match than these */
    more: z.boolean(),
    receipts: z.array(paper),
    vouchers: z.array(paper),
  }),
});
export type Found = Output<typeof find>;

// Totals, and fines grouped by user: what the dashboard, the overview and the collected-fines screen show; and what the finder
// finds.
import { z } from 'zod';
import { OVERVIEW_PAGE_SIZE } from '../core/limits.ts';
import { fine } from './fines/fines.ts';
import { operation, type Output } from './operation.ts';
import { id, pageOf, pageQuery, rupeesTotal, searchTerm, summary, totals, userStatus } from './shapes.ts';

export const readTotals = operation({
  id: 'totals.get',
  method: 'GET',
  path: '/totals',
  needs: 'viewer',
  summary: "The organisation's totals.",
  output: z.object({
    totals,
    /** users whose status is Active */
    activeUsers: z.number().int(),
    /** users with a fine dated today or in the 7 days before */
    recentlyFinedUsers: z.number().int(),
    /** rounded to whole rupees, 0 without users */
    averagePerUser: rupeesTotal,
  }),
  errors: [],
  writes: false,
});
export type OrganisationFigures = Output<typeof readTotals>;

/** A fine with the reason why it was doubled, null where it was not, or that is not known. */
export const explainedFine = fine.extend({
  /** `earlier`: the fine of the same week for which it was, null if that was deleted since */
  doubling: z.object({ earlier: fine.pick({ fineType: true, date: true }).nullable() }).nullable(),
});
export type ExplainedFine = z.infer<typeof explainedFine>;

/** How late somebody is. */
export const dueOfUser = {
  /** the earliest due day of what is still owed, null where none of that has one */
  earliestDue: z.string().nullable(),
  /** what is owed of fines that were due before today */
  overdue: rupeesTotal,
};

/** A user as others may see them: never an e-mail or a phone number (ACCESS-9). */
export const userSummary = z.object({
  userId: z.string(),
  userName: z.string(),
  summary,
  /** the date of the oldest fine that is still owed, null where nothing is */
  unpaidSince: z.string().nullable(),
  ...dueOfUser,
  /** the newest; in the order "oldest-unpaid" the oldest of those that are unpaid, where something is */
  latestFines: z.array(explainedFine),
});
export type UserSummary = z.infer<typeof userSummary>;

export const listSummaries = operation({
  id: 'overview.list',
  method: 'GET',
  path: '/overview',
  needs: 'member',
  summary:
    'Users with their totals and newest fines. A member receives the own record only, unless the rule opens all.',
  query: z.object({
    /** in name or id */
    search: searchTerm,
    /**
     * collected: total - pending; paid: the number of paid fines; recent: the newest fine date; oldest-unpaid: the day
     * since when something is owed, users who owe nothing last in either order
     */
    sort: z.enum(['name', 'total', 'pending', 'collected', 'count', 'paid', 'recent', 'oldest-unpaid']).default('name'),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    /** has-pending: pending above 0; has-paid: total above pending; with-fines: at least one fine */
    status: z.enum(['all', 'with-fines', 'has-pending', 'has-paid']).default('all'),
    /** users with a fine dated today or in the 7, 30 or 90 days before */
    period: z.enum(['all', 'week', 'month', 'quarter']).default('all'),
    /** fines sent along with each user; as many as a card of a screen has room for */
    fines: z.coerce.number().int().min(0).max(5).default(3),
    ...pageQuery(20, 20),
  }),
  output: pageOf(userSummary).extend({
    /**
     * a member's own record, whatever the query asks for, with the pending fines before the paid ones; null for the
     * administrator
     */
    own: userSummary.nullable(),
    /** to a member: how the organisation wants to be paid, `picture` as `payPictureVersion`; null where it does not say */
    howToPay: z.object({ text: z.string(), picture: z.string().nullable() }).nullable(),
    /** the organisation's for the administrator, the own ones for a member */
    totals: totals.pick({
      totalFinesAmount: true,
      pendingFinesAmount: true,
      collectedAmount: true,
      collectionRate: true,
    }),
  }),
  errors: [],
  writes: false,
});

export const listUserFines = operation({
  id: 'overview.fines',
  method: 'GET',
  path: '/overview/:userId/fines',
  needs: 'member',
  summary:
    "A user's fines, newest date first unless told otherwise, a page at a time. A member may read the own ones, unless the rule opens all.",
  params: z.object({ userId: id }),
  query: z.object({
    status: z.enum(['all', 'Paid', 'Pending']).default('all'),
    /** pending-first: the newest of them, then the newest paid ones; oldest: those of 0 behind all others */
    order: z.enum(['newest', 'pending-first', 'oldest']).default('newest'),
    ...pageQuery(OVERVIEW_PAGE_SIZE),
  }),
  output: pageOf(explainedFine).extend({ summary }),
  errors: ['user-not-found'],
  writes: false,
});

/** People found at once, and papers of each kind: who sees more has typed too little. */
export const FOUND_AT_MOST = { people: 8, papers: 4 } as const;

/** A receipt or voucher: who has it, of how much, of which day. */
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
        userEmail: z.string().nullable(),
        status: userStatus,
        /** what they owe */
        pendingFine: rupeesTotal,
      }),
    ),
    /** there are more people than these */
    more: z.boolean(),
    receipts: z.array(paper),
    vouchers: z.array(paper),
  }),
  errors: [],
  writes: false,
});
export type Found = Output<typeof find>;

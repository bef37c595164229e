// Reports: what was charged, collected and waived in a period, and how long outstanding money has been unpaid.
import { z } from 'zod';
import { AGE_BANDS } from '../core/money/ageing.ts';
import { isCalendarDay } from '../core/calendar.ts';
import { MONTH_EVENTS, MONTH_OWING, REPORT_PAGE_SIZE, REPORT_TYPES } from '../core/limits.ts';
import { RECORDED_CHANNELS } from '../core/people/reminder.ts';
import { operation, type Output } from './operation.ts';
import { recordedMethod } from './money/payments.ts';
import { day, fineType, groupNames, pageOf, pageQuery, rupeesTotal } from './shapes.ts';
import { actorNameOrNull, onlyFor } from './only-for.ts';

/** Money received and money taken or given back, each counted on its own day. */
const moved = {
  /** by the day received */
  received: rupeesTotal,
  /** by the day of the reversal, for payments of any day */
  reversed: rupeesTotal,
  /** credit given back, less refunds taken back; can be negative */
  givenBack: rupeesTotal,
  /** received - reversed - givenBack; can be negative */
  collected: rupeesTotal,
};

const figures = {
  /** the amounts of the fines dated in the period */
  charged: rupeesTotal,
  /** by the day of the waiver, less waivers taken back; can be negative */
  waived: rupeesTotal,
  ...moved,
};

/** What became of a group of fines. */
const ofFines = {
  fineCount: z.number().int(),
  /** charged - waived - paid = outstanding */
  charged: rupeesTotal,
  waived: rupeesTotal,
  paid: rupeesTotal,
  outstanding: rupeesTotal,
};

const ageBand = z.enum(AGE_BANDS);

export const readReport = operation({
  id: 'reports.read',
  method: 'GET',
  path: '/reports',
  needs: 'viewer',
  summary:
    'What was charged, collected and waived in a period, by month, fine type, method and collector; and, as of today, how long what is outstanding has been unpaid.',
  /** both ends included; all days if omitted */
  query: z.object({ from: day.default('1900-01-01'), to: day.default('2199-12-31') }),
  output: z.object({
    totals: z.object(figures),
    /** months with any figure, in order */
    months: z.array(z.object({ month: z.string().describe('yyyy-mm'), ...figures })),
    /** the fines dated in the period as they are now, most charged first */
    fineTypes: z
      .array(
        z.object({
          fineType,
          /** empty if it has none */
          urduName: z.string(),
          ...ofFines,
        }),
      )
      .max(REPORT_TYPES),
    /** all other types together, null if there are none */
    otherTypes: z.object({ typeCount: z.number().int(), ...ofFines }).nullable(),
    /** most received first */
    methods: z.array(z.object({ method: recordedMethod, paymentCount: z.number().int(), ...moved })),
    /** the people who received payments and gave credit back; null if not recorded */
    collectors: z.array(
      z.object({
        person: actorNameOrNull,
        /** as the filter of the payments takes it */
        receivedBy: onlyFor('viewer', z.string().nullable()),
        paymentCount: z.number().int(),
        ...moved,
      }),
    ),
    /** as of today, regardless of the period */
    ageing: z.object({
      today: z.string(),
      outstanding: rupeesTotal,
      /** by days since the fine was due, or since its own day if it has no due day */
      bands: z.array(z.object({ band: ageBand, outstanding: rupeesTotal })),
    }),
  }),
});
export type Report = Output<typeof readReport>;

export const readByGroup = operation({
  id: 'reports.byGroup',
  method: 'GET',
  path: '/reports/groups',
  needs: 'viewer',
  summary:
    'All fines of the members of each group, as of today and by the group that they are in now: what was charged, waived and collected, what is outstanding, and for how long.',
  output: z.object({
    /** in the order of the list, those with members or fines; last who is in none, with deleted members */
    groups: z.array(
      groupNames.extend({
        /** null: in none, without a name */
        groupId: z.string().nullable(),
        memberCount: z.number().int(),
        /** charged - waived - paid = outstanding */
        charged: rupeesTotal,
        waived: rupeesTotal,
        paid: rupeesTotal,
        outstanding: rupeesTotal,
        /** by days since the fine was due, or since its own day if it has no due day */
        bands: z.array(z.object({ band: ageBand, outstanding: rupeesTotal })),
      }),
    ),
  }),
});
export type ByGroup = Output<typeof readByGroup>;

const afterReminders = {
  reminderCount: z.number().int(),
  /** how many members were reminded */
  memberCount: z.number().int(),
  /** how many of them paid on the day of a reminder or within 14 days after it */
  paidMemberCount: z.number().int(),
  /** what they paid in those days, less what was taken back; no payment counts twice */
  received: rupeesTotal,
};

export const readAfterReminders = operation({
  id: 'reports.afterReminders',
  method: 'GET',
  path: '/reports/reminders',
  needs: 'viewer',
  summary: 'How many members were reminded in a period, by channel, and how many of them paid within 14 days.',
  /** both ends included; all days if omitted */
  query: z.object({ from: day.default('1900-01-01'), to: day.default('2199-12-31') }),
  output: z.object({
    /** the channels that were used */
    channels: z.array(z.object({ channel: z.enum(RECORDED_CHANNELS), ...afterReminders })),
    /** a member reminded by several channels counts once here */
    total: z.object(afterReminders),
  }),
});
export type AfterReminders = Output<typeof readAfterReminders>;

export const owing = z.object({
  userId: z.string(),
  userName: z.string(),
  /** what they owe of the fines of this age */
  outstanding: rupeesTotal,
  fineCount: z.number().int(),
  /** the day of the oldest of these fines */
  oldest: z.string(),
});

export const listOwing = operation({
  id: 'reports.owing',
  method: 'GET',
  path: '/reports/ageing',
  needs: 'viewer',
  summary: 'Who owes money of a given age, largest amount first; deleted members are included.',
  query: z.object({ band: ageBand.default('over-90'), ...pageQuery(REPORT_PAGE_SIZE) }),
  output: pageOf(owing).extend({ outstanding: rupeesTotal }),
});
export type Owing = Output<typeof listOwing>;

/** A month whose first day is valid. */
const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, written yyyy-mm')
  .refine((value) => isCalendarDay(`${value}-01`), 'must be a month, written yyyy-mm');

export const readMonth = operation({
  id: 'reports.month',
  method: 'GET',
  path: '/reports/month',
  needs: 'viewer',
  summary:
    'A month on one page: what was fined, received, waived and spent, the money at its beginning and end, and who owes most today.',
  query: z.object({ month }),
  output: z.object({
    month: z.string(),
    ...figures,
    fineCount: z.number().int(),
    /** methods with any figure, most received first */
    methods: z.array(z.object({ method: recordedMethod, paymentCount: z.number().int(), ...moved })),
    /** the first events of the month, by day */
    events: z
      .array(z.object({ id: z.string(), title: z.string(), date: z.string(), amount: rupeesTotal }))
      .max(MONTH_EVENTS),
    eventCount: z.number().int(),
    /** on all events of the month */
    spent: rupeesTotal,
    /**
     * everything received before the month, less what was taken back, given back and spent; includes members' credit
     */
    opening: rupeesTotal,
    /** opening + collected - spent */
    closing: rupeesTotal,
    /**
     * of the month that today is in, the rest of the closing balance without members' credit and what is planned for
     * events after the month; null for other months
     */
    available: z.object({ credit: rupeesTotal, planned: rupeesTotal, balance: rupeesTotal }).nullable(),
    /** as of today, regardless of the month: those who owe most, including deleted members */
    owing: z.array(z.object({ userId: z.string(), userName: z.string(), pendingFine: rupeesTotal })).max(MONTH_OWING),
    owingCount: z.number().int(),
    outstanding: rupeesTotal,
  }),
});
export type Month = Output<typeof readMonth>;

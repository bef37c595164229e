// Reports: what was charged, collected and waived in a period, and how long what is outstanding has been unpaid.
import { z } from 'zod';
import { AGE_BANDS } from '../core/money/ageing.ts';
import { isCalendarDay } from '../core/calendar.ts';
import { MONTH_EVENTS, MONTH_OWING, REPORT_PAGE_SIZE, REPORT_TYPES } from '../core/limits.ts';
import { RECORDED_CHANNELS } from '../core/people/reminder.ts';
import { operation, type Output } from './operation.ts';
import { recordedMethod } from './money/payments.ts';
import { day, pageOf, pageQuery, rupeesTotal } from './shapes.ts';

/** Money that came in and went out again; each on its own day. */
const moved = {
  /** by the day received */
  received: rupeesTotal,
  /** of payments of whatever day, by the day on which it was taken back */
  reversed: rupeesTotal,
  /** credit given back, less what was taken back of that; can be negative */
  givenBack: rupeesTotal,
  /** received - reversed - givenBack; can be negative */
  collected: rupeesTotal,
};

const figures = {
  /** the amounts of the fines of these days */
  charged: rupeesTotal,
  /** by the day of the waiver, less what was taken back of waivers; can be negative */
  waived: rupeesTotal,
  ...moved,
};

/** What became of fines. */
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
  /** both ends included; all days without them */
  query: z.object({ from: day.default('1900-01-01'), to: day.default('2199-12-31') }),
  output: z.object({
    totals: z.object(figures),
    /** those with any figure, in their order */
    months: z.array(z.object({ month: z.string().describe('yyyy-mm'), ...figures })),
    /** of the fines of these days as they are now, the most charged first */
    fineTypes: z
      .array(
        z.object({
          fineType: z.string(),
          /** empty where it has none */
          urduName: z.string(),
          ...ofFines,
        }),
      )
      .max(REPORT_TYPES),
    /** all other types together, null where there are none */
    otherTypes: z.object({ typeCount: z.number().int(), ...ofFines }).nullable(),
    /** the most received first */
    methods: z.array(z.object({ method: recordedMethod, paymentCount: z.number().int(), ...moved })),
    /** who received payments and gave credit back; an e-mail, null where that is not recorded */
    collectors: z.array(z.object({ person: z.string().nullable(), paymentCount: z.number().int(), ...moved })),
    /** as of today, whatever the period */
    ageing: z.object({
      today: z.string(),
      outstanding: rupeesTotal,
      /** by the days since it was due, or since the fine's day where it has no due day */
      bands: z.array(z.object({ band: ageBand, outstanding: rupeesTotal })),
    }),
  }),
  errors: [],
  writes: false,
});
export type Report = Output<typeof readReport>;

const afterReminders = {
  reminderCount: z.number().int(),
  /** whom they went to */
  memberCount: z.number().int(),
  /** of them, who paid on the day of a reminder or within 14 days after it */
  paidMemberCount: z.number().int(),
  /** what they paid in these days, less what was taken back of it; no payment counts twice */
  received: rupeesTotal,
};

export const readAfterReminders = operation({
  id: 'reports.afterReminders',
  method: 'GET',
  path: '/reports/reminders',
  needs: 'viewer',
  summary: 'Who was reminded in a period, by what means, and paid within 14 days.',
  /** both ends included; all days without them */
  query: z.object({ from: day.default('1900-01-01'), to: day.default('2199-12-31') }),
  output: z.object({
    /** those by which anybody was reminded */
    channels: z.array(z.object({ channel: z.enum(RECORDED_CHANNELS), ...afterReminders })),
    /** who was reminded by several of them is one member here */
    total: z.object(afterReminders),
  }),
  errors: [],
  writes: false,
});
export type AfterReminders = Output<typeof readAfterReminders>;

export const owing = z.object({
  userId: z.string(),
  userName: z.string(),
  /** of the fines of this age */
  outstanding: rupeesTotal,
  fineCount: z.number().int(),
  /** the day of the oldest of them */
  oldest: z.string(),
});

export const listOwing = operation({
  id: 'reports.owing',
  method: 'GET',
  path: '/reports/ageing',
  needs: 'viewer',
  summary: 'Who owes what of an age, who owes most of it first; deleted members too.',
  query: z.object({ band: ageBand.default('over-90'), ...pageQuery(REPORT_PAGE_SIZE) }),
  output: pageOf(owing).extend({ outstanding: rupeesTotal }),
  errors: [],
  writes: false,
});
export type Owing = Output<typeof listOwing>;

/** The first day is within it. */
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
    /** those with any figure, the most received first */
    methods: z.array(z.object({ method: recordedMethod, paymentCount: z.number().int(), ...moved })),
    /** of the month, by their days, the first of them */
    events: z
      .array(z.object({ id: z.string(), title: z.string(), date: z.string(), amount: rupeesTotal }))
      .max(MONTH_EVENTS),
    eventCount: z.number().int(),
    /** on all of them */
    spent: rupeesTotal,
    /** what was received until then, less what was taken or given back and spent; members' credit is in it */
    opening: rupeesTotal,
    /** opening + collected - spent */
    closing: rupeesTotal,
    /** today, whatever the month: those who owe most, deleted members too */
    owing: z.array(z.object({ userId: z.string(), userName: z.string(), pendingFine: rupeesTotal })).max(MONTH_OWING),
    owingCount: z.number().int(),
    outstanding: rupeesTotal,
  }),
  errors: [],
  writes: false,
});
export type Month = Output<typeof readMonth>;

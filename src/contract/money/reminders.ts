// Reminders: who owes something, how they are reminded, and what they promised.
import { z } from 'zod';
import { RECORDED_CHANNELS, REMINDER_CHANNELS } from '../../core/people/reminder.ts';
import { REMINDERS_PAGE_SIZE } from '../../core/limits.ts';
import { LANGUAGES } from '../../core/text/languages.ts';
import { fine } from '../fines/fines.ts';
import { operation, type Output, type ParsedInput } from '../operation.ts';
import { dueOfUser } from '../overview.ts';
import { user } from '../users.ts';
import { day, groupFilter, id, pageOf, pageQuery, rupeesTotal, searchTerm } from '../shapes.ts';

const channel = z.enum(REMINDER_CHANNELS);

/** A member who owes something, with all that a reminder needs; phone and e-mail as recorded. */
export const owingMember = user.pick({ status: true, phone: true, userEmail: true }).extend({
  userId: z.string(),
  userName: z.string(),
  pendingFine: rupeesTotal,
  /** could pay for it; a reminder says so */
  credit: rupeesTotal,
  ...dueOfUser,
  /** the day of the oldest unpaid fine */
  unpaidSince: z.string(),
  /** the oldest unpaid fines; `typeName`: in the language they are written to in */
  fines: z.array(fine.pick({ date: true, outstanding: true }).extend({ typeName: z.string() })),
  openCount: z.number().int(),
  /** what of the whole debt is due on which day, the earliest first, without what is overdue or has no due day */
  dues: z.array(z.object({ day: z.string(), amount: rupeesTotal })),
  /** what is added next for being late, after which day, to all fines of that day; null if nothing is */
  surcharge: z.object({ after: z.string(), amount: rupeesTotal }).nullable(),
  /** the phone in international form, digits only; null if it is invalid */
  number: user.shape.number,
  /** a landline cannot receive SMS */
  landline: z.boolean(),
  /** the server itself can send them e-mail */
  mailed: z.boolean(),
  /** what the mail server said when it refused their address; null if it did not */
  mailRefused: z.string().nullable(),
  /** the language they are written to in */
  language: z.enum(LANGUAGES),
  /** the latest reminder, null before the first */
  reminded: z.object({ day: z.string(), channel: z.enum(RECORDED_CHANNELS) }).nullable(),
  /** the day until which they promised to pay, inclusive; null without a promise; `holds`: they are left alone */
  promise: z.object({ until: z.string(), holds: z.boolean() }).nullable(),
});
export type OwingMember = z.infer<typeof owingMember>;

/** open: without a promise that still holds; promised-today: by a promise that ends today. */
const show = z.enum(['open', 'overdue', 'promised', 'promised-today', 'all']);
export type ReminderShow = z.infer<typeof show>;

export const listReminders = operation({
  id: 'reminders.list',
  method: 'GET',
  path: '/reminders',
  needs: 'viewer',
  summary: 'Present members who owe something; those who have not paid for longest come first.',
  query: z.object({
    /** matches name, id, role or telephone number */
    search: searchTerm,
    show: show.default('open'),
    group: groupFilter,
    /** only members not reminded on this many days up to today */
    notRemindedFor: z.coerce.number().int().min(0).max(365).default(0),
    ...pageQuery(REMINDERS_PAGE_SIZE),
  }),
  output: pageOf(owingMember).extend({
    /** what all matching members owe */
    pendingFine: rupeesTotal,
    /**
     * members who owe something, who are late, and who are left alone because of a promise; not affected by the search
     */
    counts: z.object({ owing: z.number().int(), overdue: z.number().int(), promised: z.number().int() }),
    /** deleted users who owe something, whom nobody can remind: in none of the other figures */
    others: z.object({ count: z.number().int(), owed: rupeesTotal }),
    /** what all present members owe, and what of it is overdue */
    owed: rupeesTotal,
    overdue: rupeesTotal,
  }),
});
export type Reminders = Output<typeof listReminders>;
export type RemindersQuery = ParsedInput<typeof listReminders>['query'];

export const readOwing = operation({
  id: 'reminders.of',
  method: 'GET',
  path: '/reminders/:userId',
  needs: 'viewer',
  summary: 'One member with everything that a reminder needs; null if they owe nothing.',
  params: z.object({ userId: id }),
  output: z.object({ member: owingMember.nullable() }),
  errors: ['user-not-found'],
});

export const remind = operation({
  id: 'reminders.add',
  method: 'POST',
  path: '/reminders',
  needs: 'collector',
  summary:
    'Records that a member was reminded of what they owe, and how. Sends nothing, except an e-mail with `send`, which is refused on a day on which the member already got one or was reminded automatically.',
  body: z
    .object({ userId: id, channel, send: z.boolean().default(false) })
    .refine(({ channel: by, send }) => !send || by === 'email', {
      path: ['send'],
      error: 'must be false unless the channel is email',
    }),
  output: z.object({ member: owingMember }),
  errors: ['user-not-found', 'owes-nothing', 'mail-not-configured', 'mail-unwanted', 'mailed-today'],
  writes: true,
});

export const promise = operation({
  id: 'reminders.promise',
  method: 'POST',
  path: '/reminders/promises',
  needs: 'collector',
  summary: 'Records the day by which a member has promised to pay; null ends the promise.',
  body: z.object({ userId: id, until: day.nullable() }),
  output: z.object({ member: owingMember }),
  errors: ['user-not-found', 'owes-nothing', 'promise-day'],
  writes: true,
});

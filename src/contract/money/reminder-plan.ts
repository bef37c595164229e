// Automatic reminders: what goes out next and to whom, and the ways to intervene.
import { z } from 'zod';
import { REMINDERS_PAGE_SIZE } from '../../core/limits.ts';
import { operation, type Output } from '../operation.ts';
import { day, id, instant, pageOf, pageQuery, rupeesTotal } from '../shapes.ts';
import { owingMember } from './reminders.ts';

const plannedMember = owingMember.pick({
  userId: true,
  userName: true,
  pendingFine: true,
  credit: true,
  unpaidSince: true,
  earliestDue: true,
});
export type PlannedMember = z.infer<typeof plannedMember>;

export const readNextReminders = operation({
  id: 'reminders.next',
  method: 'GET',
  path: '/reminder-plan',
  needs: 'viewer',
  summary:
    'The next automatic reminders if nothing changes: the day on which they go out, and the members reminded, by name.',
  query: z.object(pageQuery(REMINDERS_PAGE_SIZE)),
  output: pageOf(plannedMember).extend({
    isOn: z.boolean(),
    isPaused: z.boolean(),
    /** whether members can be reached at all, e.g. by a mail server */
    canSend: z.boolean(),
    /** reminders are being sent at this moment */
    isSending: z.boolean(),
    /** null if nobody is to be reminded */
    day: z.string().nullable(),
    /** when sending begins; in the past if it has begun */
    at: instant.nullable(),
    /** what these members owe together */
    pendingFine: rupeesTotal,
  }),
});
export type NextReminders = Output<typeof readNextReminders>;

export const readNextReminder = operation({
  id: 'reminders.nextOf',
  method: 'GET',
  path: '/reminder-plan/:userId',
  needs: 'viewer',
  summary: 'When a member gets their next automatic reminder if nothing changes, or why they get none.',
  params: z.object({ userId: id }),
  output: z.object({
    isOn: z.boolean(),
    isPaused: z.boolean(),
    day: z.string().nullable(),
    /**
     * covered: their credit covers all that they owe; over: their last day is past, or nothing that they owe has a due
     * day
     */
    why: z.enum(['inactive', 'unreachable', 'too-little', 'covered', 'requested', 'promised', 'over']).nullable(),
    /** the day of a future reminder that they are spared; null if there is none */
    skipped: z.string().nullable(),
  }),
  errors: ['user-not-found'],
});
export type NextReminder = Output<typeof readNextReminder>;

export const skipReminder = operation({
  id: 'reminders.skip',
  method: 'POST',
  path: '/reminder-plan/skips',
  needs: 'collector',
  summary: "Skips a member's automatic reminder of the given day; with null, none is skipped any more.",
  body: z.object({ userId: id, day: day.nullable() }),
  output: z.object({ skipped: z.string().nullable() }),
  errors: ['user-not-found', 'reminder-not-planned'],
  writes: true,
});

export const pauseReminders = operation({
  id: 'reminders.pause',
  method: 'PUT',
  path: '/reminder-plan/pause',
  needs: 'collector',
  summary:
    'Pauses or resumes automatic reminders. After resuming, reminders missed meanwhile go out as one for each member.',
  body: z.object({ paused: z.boolean() }),
  output: z.object({ paused: z.boolean() }),
  errors: ['reminders-off'],
  writes: true,
});

export const sendReminders = operation({
  id: 'reminders.send',
  method: 'POST',
  path: '/reminder-plan/send',
  needs: 'collector',
  summary:
    'Sends the next automatic reminders at once instead of on their day, which must be given. They go out within seconds.',
  body: z.object({ day }),
  output: z.object({ count: z.number().int() }),
  errors: ['reminders-off', 'reminder-not-planned'],
  writes: true,
});

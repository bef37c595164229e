// Events: what the collected money is spent on.
import { z } from 'zod';
import { MAX_LENGTH } from '../core/limits.ts';
import { operation } from './operation.ts';
import {
  changesAsShown,
  day,
  id,
  pageOf,
  pageQuery,
  rupees,
  rupeesTotal,
  shownInQuery,
  text,
  totals,
} from './shapes.ts';

export const event = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  date: z.string(),
  location: z.string(),
  amount: rupeesTotal,
  /** by the organisation's day (EVENT-4) */
  status: z.enum(['Completed', 'Today', 'Soon', 'Upcoming']),
});
export type Event = z.infer<typeof event>;

const eventForm = z.object({
  title: text(MAX_LENGTH.title),
  description: text(MAX_LENGTH.description),
  date: day,
  location: text(MAX_LENGTH.location),
  amount: rupees,
});
/** The fields a person fills in. Columns, form and tests derive from it, so forgetting a field does not compile. */
export type EventForm = z.output<typeof eventForm>;

export const listEvents = operation({
  id: 'events.list',
  method: 'GET',
  path: '/events',
  needs: 'viewer',
  summary: "Events by date, with the organisation's totals.",
  query: z.object({ order: z.enum(['earliest', 'latest']).default('earliest'), ...pageQuery(50) }),
  /** `planned`: the part of the used amount that is for events of days to come */
  output: pageOf(event).extend({ totals, planned: rupeesTotal }),
});

export const addEvent = operation({
  id: 'events.add',
  method: 'POST',
  path: '/events',
  needs: 'manager',
  summary: 'Adds an event.',
  body: eventForm,
  /** `position`: how many events come before it in the list */
  output: z.object({ event, totals, position: z.number().int() }),
  errors: ['totals-too-large'],
  writes: true,
});

export const updateEvent = operation({
  id: 'events.update',
  method: 'PATCH',
  path: '/events/:eventId',
  needs: 'manager',
  summary: 'Changes only the fields of an event that are sent.',
  params: z.object({ eventId: id }),
  body: changesAsShown(eventForm),
  output: z.object({ event, totals }),
  errors: ['event-not-found', 'record-changed', 'totals-too-large'],
  writes: true,
});

export const deleteEvent = operation({
  id: 'events.delete',
  method: 'DELETE',
  path: '/events/:eventId',
  needs: 'manager',
  summary: 'Deletes an event.',
  params: z.object({ eventId: id }),
  /** `amount`: as it was shown; not checked if left out */
  query: z.object({ amount: shownInQuery }),
  output: z.object({ id: z.string(), totals }),
  errors: ['event-not-found', 'event-changed'],
  writes: true,
});

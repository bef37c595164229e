// Adding, changing and deleting events; the used money follows their amounts (specification section 7).
import type { Selectable } from 'kysely';
import type {
  addEvent as addEventOperation,
  Event,
  updateEvent as updateEventOperation,
} from '../../contract/events.ts';
import type { ParsedInput } from '../../contract/operation.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import { eventStatus } from '../../core/event-status.ts';
import { paisaFromRupees, rupeesFromPaisa } from '../../core/money.ts';
import type { CommandContext } from '../command.ts';
import type { EventsTable } from '../db/schema.ts';
import { AppError } from '../errors.ts';
import { newRecordId } from '../shared/ids.ts';
import { toTotals } from '../shared/wire.ts';

type EventForm = ParsedInput<typeof addEventOperation>['body'];
type EventChanges = ParsedInput<typeof updateEventOperation>['body'];
type EventRow = Selectable<EventsTable>;
type EventColumns = Pick<EventRow, 'title' | 'description' | 'date' | 'location' | 'amount'>;

/** `today` is the organisation's day. */
export function toEvent(row: EventRow, today: CalendarDay): Event {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    date: row.date,
    location: row.location,
    amount: rupeesFromPaisa(row.amount),
    status: eventStatus(row.date, today),
  };
}

/** Adds an event. */
export async function addEvent(context: CommandContext, form: EventForm) {
  const event: EventRow = { id: newRecordId(), ...toColumns(form), created_at: context.now, updated_at: null };
  await context.tx.insertInto('events').values(event).execute();
  context.record({
    subject: 'event',
    subjectId: event.id,
    userId: null,
    before: null,
    after: event,
    used: event.amount,
  });
  return { event: toEvent(event, context.today), totals: toTotals(context.books()) };
}

/** Changes those fields of an event that are given; others may be changing the rest. Throws event-not-found. */
export async function changeEvent(context: CommandContext, eventId: string, changes: EventChanges) {
  const before = await findOrThrow(context, eventId);
  const values = { ...toColumns(changes), updated_at: context.now };
  const after = { ...before, ...values };
  await context.tx.updateTable('events').set(values).where('id', '=', eventId).execute();
  const used = after.amount - before.amount;
  context.record({ subject: 'event', subjectId: eventId, userId: null, before, after, used });
  return { event: toEvent(after, context.today), totals: toTotals(context.books()) };
}

/** Deletes an event. Throws event-not-found. */
export async function deleteEvent(context: CommandContext, eventId: string) {
  const before = await findOrThrow(context, eventId);
  await context.tx.deleteFrom('events').where('id', '=', eventId).execute();
  context.record({ subject: 'event', subjectId: eventId, userId: null, before, after: null, used: 0 - before.amount });
  return { id: eventId, totals: toTotals(context.books()) };
}

async function findOrThrow(context: CommandContext, eventId: string): Promise<EventRow> {
  const event = await context.tx.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst();
  if (event === undefined) throw new AppError('event-not-found');
  return event;
}

function toColumns(form: EventForm): EventColumns;
function toColumns(form: EventChanges): Partial<EventColumns>;
function toColumns({ title, description, date, location, amount }: EventChanges): Partial<EventColumns> {
  const paisa = amount === undefined ? undefined : paisaFromRupees(amount);
  if (paisa === null) throw new AppError('invalid-input');
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(date !== undefined && { date }),
    ...(location !== undefined && { location }),
    ...(paisa !== undefined && { amount: paisa }),
  };
}

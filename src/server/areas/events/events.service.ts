// Adding, changing and deleting events; the used money follows their amounts (EVENT-8).
import type { Selectable } from 'kysely';
import type { Event, EventForm, updateEvent as updateEventOperation } from '../../../contract/events.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { eventStatus } from '../../../core/event-status.ts';
import type { CommandContext } from '../../ledger/command.ts';
import type { EventsTable } from '../../db/schema.ts';
import { AppError } from '../../base/errors.ts';
import { definedFields, requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { newRecordId } from '../../shared/ids.ts';
import { toTotals } from '../../shared/wire.ts';

type EventChanges = ParsedInput<typeof updateEventOperation>['body'];
type EventRow = Selectable<EventsTable>;

/** `today` is the organisation's day. */
export function toEvent(row: EventRow, today: CalendarDay): Event {
  const { created_at: _created, updated_at: _updated, ...event } = row;
  return { ...event, status: eventStatus(event.date, today) };
}

export async function addEvent(context: CommandContext, form: EventForm) {
  const event: EventRow = { id: newRecordId(), ...form, created_at: context.now, updated_at: null };
  await context.tx.insertInto('events').values(event).execute();
  context.record({
    subject: 'event',
    subjectId: event.id,
    userId: null,
    before: null,
    after: event,
    used: event.amount,
  });
  const { position } = await context.tx
    .selectFrom('events')
    .where((eb) => eb(eb.refTuple('date', 'id'), '<', eb.tuple(event.date, event.id)))
    .select((eb) => eb.fn.countAll<number>().as('position'))
    .executeTakeFirstOrThrow();
  return { event: toEvent(event, context.today), totals: toTotals(context.books()), position };
}

/**
 * Changes the given fields of an event; concurrent requests may change others. Throws event-not-found, record-changed.
 */
export async function changeEvent(context: CommandContext, eventId: string, { shown, ...changes }: EventChanges) {
  const before = await findOrThrow(context, eventId);
  requireFieldsAsShown(toEvent(before, context.today), shown);
  const values = { ...definedFields(changes), updated_at: context.now };
  const after = { ...before, ...values };
  await context.tx.updateTable('events').set(values).where('id', '=', eventId).execute();
  const used = after.amount - before.amount;
  context.record({ subject: 'event', subjectId: eventId, userId: null, before, after, used });
  return { event: toEvent(after, context.today), totals: toTotals(context.books()) };
}

/** Throws event-not-found, and event-changed (with the event as it is) if its amount is not the one shown. */
export async function deleteEvent(context: CommandContext, eventId: string, shown: number | undefined) {
  const before = await findOrThrow(context, eventId);
  const event = toEvent(before, context.today);
  if (shown !== undefined && shown !== event.amount) throw new AppError('event-changed', { details: event });
  await context.tx.deleteFrom('events').where('id', '=', eventId).execute();
  context.record({ subject: 'event', subjectId: eventId, userId: null, before, after: null, used: 0 - before.amount });
  return { id: eventId, totals: toTotals(context.books()) };
}

async function findOrThrow(context: CommandContext, eventId: string): Promise<EventRow> {
  const event = await context.tx.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst();
  if (event === undefined) throw new AppError('event-not-found');
  return event;
}

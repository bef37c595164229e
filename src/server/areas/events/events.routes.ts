// Events: the list, and adding, changing and deleting them; the used money follows their amounts (EVENT-8).
import type { Selectable } from 'kysely';
import * as contract from '../../../contract/events.ts';
import type { Event, EventForm, updateEvent as updateEventOperation } from '../../../contract/events.ts';
import { exportEvents } from '../../../contract/exports.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { eventStatus } from '../../../core/event-status.ts';
import { AppError } from '../../base/errors.ts';
import type { EventsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { definedFields, requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { type Columns, csvFile, inBatches } from '../../shared/files/csv-file.ts';
import { newRecordId } from '../../shared/ids.ts';
import { offsetOf } from '../../shared/queries.ts';
import { toTotals } from '../../shared/wire.ts';

export function serveEvents(server: Server, db: Database): void {
  server.cachedQuery(contract.listEvents, async ({ input: { query } }, { tx, books: readBooks, today }) => {
    const events = tx.selectFrom('events');
    const direction = query.order === 'earliest' ? 'asc' : 'desc';
    const inOrder = events.selectAll().orderBy('date', direction).orderBy('id', direction);
    const toCome = events.where('date', '>', today).select((eb) => eb.fn.sum<number | null>('amount').as('amount'));
    const [books, rows, { count }, planned] = await settleAll([
      readBooks(),
      inOrder.limit(query.pageSize).offset(offsetOf(query)).execute(),
      events.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      toCome.executeTakeFirstOrThrow(),
    ]);
    return {
      items: rows.map((row) => toEvent(row, today)),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: count,
      totals: toTotals(books),
      planned: planned.amount ?? 0,
    };
  });

  server.download(exportEvents, ({ input: { query }, today }) => {
    const events = inBatches(db, eventsAfter, (rows) => rows.map((row) => toEvent(row, today)));
    const columns: Columns<Event> = {
      day: ({ date }) => ({ day: date }),
      title: ({ title }) => ({ text: title }),
      description: ({ description }) => ({ text: description }),
      location: ({ location }) => ({ text: location }),
      amount: ({ amount }) => ({ amount }),
      status: ({ status }) => ({ word: status }),
      id: ({ id }) => ({ text: id }),
    };
    return csvFile('events', query.language, columns, events);
  });

  server.command(contract.addEvent, (context, { body }) => addEvent(context, body));
  server.command(contract.updateEvent, (context, { params, body }) => changeEvent(context, params.eventId, body));
  server.command(contract.deleteEvent, (context, { params, query }) =>
    deleteEvent(context, params.eventId, query.amount),
  );
}

/** Events that follow this one in the list; null: the first ones. */
const eventsAfter = (db: Handle, after: Pick<EventsTable, 'date' | 'id'> | null, limit: number) =>
  db
    .selectFrom('events')
    .selectAll()
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('date', 'id'), '>', eb.tuple(after?.date ?? '', after?.id ?? ''))),
    )
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
    .execute();

type EventChanges = ParsedInput<typeof updateEventOperation>['body'];
type EventRow = Selectable<EventsTable>;

/** `today` is the organisation's day. */
function toEvent(row: EventRow, today: CalendarDay): Event {
  const { created_at: _created, updated_at: _updated, ...event } = row;
  return { ...event, status: eventStatus(event.date, today) };
}

async function addEvent(context: CommandContext, form: EventForm) {
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
async function changeEvent(context: CommandContext, eventId: string, { shown, ...changes }: EventChanges) {
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
async function deleteEvent(context: CommandContext, eventId: string, shown: number | undefined) {
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

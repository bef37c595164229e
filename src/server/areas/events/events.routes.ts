// The operations of events.
import * as contract from '../../../contract/events.ts';
import type { Event } from '../../../contract/events.ts';
import { exportEvents } from '../../../contract/exports.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { EventsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Server } from '../../http/serve.ts';
import { type Columns, csvFile, inBatches } from '../../shared/files/csv-file.ts';
import { offsetOf } from '../../shared/queries.ts';
import { toTotals } from '../../shared/wire.ts';
import * as service from './events.service.ts';

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
      items: rows.map((row) => service.toEvent(row, today)),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: count,
      totals: toTotals(books),
      planned: planned.amount ?? 0,
    };
  });

  server.download(exportEvents, ({ input: { query }, today }) => {
    const events = inBatches(db, eventsAfter, (rows) => rows.map((row) => service.toEvent(row, today)));
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

  server.command(contract.addEvent, (context, { body }) => service.addEvent(context, body));
  server.command(contract.updateEvent, (context, { params, body }) =>
    service.changeEvent(context, params.eventId, body),
  );
  server.command(contract.deleteEvent, (context, { params, query }) =>
    service.deleteEvent(context, params.eventId, query.amount),
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

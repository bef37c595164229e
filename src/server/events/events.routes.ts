// The operations of events.
import * as contract from '../../contract/events.ts';
import type { Server } from '../http/serve.ts';
import { offsetOf } from '../shared/queries.ts';
import { toTotals } from '../shared/wire.ts';
import * as service from './events.service.ts';

export function serveEvents(server: Server): void {
  server.cachedQuery(contract.listEvents, async ({ input: { query } }, { tx, books: readBooks, today }) => {
    const events = tx.selectFrom('events');
    const [books, rows, { count }] = await Promise.all([
      readBooks(),
      events.selectAll().orderBy('date').orderBy('id').limit(query.pageSize).offset(offsetOf(query)).execute(),
      events.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ]);
    return {
      items: rows.map((row) => service.toEvent(row, today)),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: count,
      totals: toTotals(books),
    };
  });

  server.command(contract.addEvent, (context, { body }) => service.addEvent(context, body));
  server.command(contract.updateEvent, (context, { params, body }) =>
    service.changeEvent(context, params.eventId, body),
  );
  server.command(contract.deleteEvent, (context, { params }) => service.deleteEvent(context, params.eventId));
}

// The operations of reports.
import * as contract from '../../contract/reports.ts';
import { daysOfBand } from '../../core/ageing.ts';
import { rupeesFromPaisa } from '../../core/money.ts';
import { displayName } from '../../core/person-name.ts';
import type { Server } from '../http/serve.ts';
import { offsetOf } from '../shared/queries.ts';
import * as repository from './reports.repository.ts';
import * as service from './reports.service.ts';

export function serveReports(server: Server): void {
  server.cachedQuery(contract.readReport, ({ input: { query } }, { tx, today }) =>
    service.readReport(tx, query, today),
  );
  server.cachedQuery(contract.listOwing, async ({ input: { query } }, { tx, today, once }) => {
    const days = daysOfBand(query.band, today);
    // Sorting them all takes longer than a page does.
    const all = await once(`owing ${JSON.stringify(days)}`, () => repository.owing(tx, days));
    const rows = all.slice(offsetOf(query), offsetOf(query) + query.pageSize);
    const named = await repository.namesOf(tx, { ids: rows.map(({ userId }) => userId) });
    const names = new Map(named.map(({ id, userName }) => [id, userName]));
    return {
      items: rows.map(({ outstanding, ...row }) => ({
        ...row,
        userName: displayName(names.get(row.userId) ?? ''),
        outstanding: rupeesFromPaisa(outstanding),
      })),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: all.length,
      outstanding: rupeesFromPaisa(all.reduce((sum, { outstanding }) => sum + outstanding, 0)),
    };
  });
}

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
  server.cachedQuery(contract.listOwing, async ({ input: { params, query } }, { tx, today, once }) => {
    const days = daysOfBand(params.band, today);
    const [rows, sums] = await Promise.all([
      repository.owingPage(tx, days, { limit: query.pageSize, offset: offsetOf(query) }),
      once(`owing ${JSON.stringify(days)}`, () => repository.owingSums(tx, days)),
    ]);
    return {
      items: rows.map(({ userName, outstanding, ...row }) => ({
        ...row,
        userName: displayName(userName),
        outstanding: rupeesFromPaisa(outstanding),
      })),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: sums.count,
      outstanding: rupeesFromPaisa(sums.outstanding),
    };
  });
}

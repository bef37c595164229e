// The operations of reports.
import { exportOwing } from '../../../contract/exports.ts';
import * as contract from '../../../contract/reports.ts';
import { daysOfBand } from '../../../core/money/ageing.ts';
import { rupeesFromPaisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { inSnapshot } from '../../db/snapshot.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { type Columns, csvFile } from '../../shared/files/csv-file.ts';
import { offsetOf } from '../../shared/queries.ts';
import { readAfterReminders } from './after-reminders.ts';
import { readMonth } from './month.service.ts';
import * as repository from './reports.repository.ts';
import * as service from './reports.service.ts';

type Owing = contract.Owing['items'][number];

const OWING_COLUMNS: Columns<Owing> = {
  member: ({ userName }) => ({ recorded: userName }),
  memberId: ({ userId }) => ({ text: userId }),
  left: ({ outstanding }) => ({ rupees: outstanding }),
  fineCount: ({ fineCount: count }) => ({ count }),
  unpaidSince: ({ oldest: day }) => ({ day }),
};

export function serveReports(server: Server, db: Database): void {
  server.cachedQuery(contract.readReport, ({ input: { query } }, { tx, today }) =>
    service.readReport(tx, query, today),
  );
  server.cachedQuery(contract.readAfterReminders, ({ input: { query } }, { tx }) => readAfterReminders(tx, query));
  server.cachedQuery(contract.readMonth, async ({ input: { query } }, { tx, books, today }) =>
    readMonth(tx, query.month, { ...(await books()), today }),
  );
  server.cachedQuery(contract.listOwing, async ({ input: { query } }, { tx, today, once }) => {
    const days = daysOfBand(query.band, today);
    // Cached as a whole, because sorting all takes longer than reading a page.
    const all = await once(`owing ${JSON.stringify(days)}`, () => repository.owing(tx, days));
    return {
      items: await withNames(tx, all.slice(offsetOf(query), offsetOf(query) + query.pageSize)),
      page: query.page,
      pageSize: query.pageSize,
      totalItems: all.length,
      outstanding: rupeesFromPaisa(all.reduce((sum, { outstanding }) => sum + outstanding, 0)),
    };
  });
  server.download(exportOwing, ({ input: { query }, today }) => {
    // One batch is enough, since each member has at most one row.
    async function* members(): AsyncGenerator<Owing[]> {
      yield await inSnapshot(db, async ({ tx }) =>
        withNames(tx, await repository.owing(tx, daysOfBand(query.band, today))),
      );
    }
    return csvFile(`unpaid-${query.band}`, query.language, OWING_COLUMNS, members());
  });
}

async function withNames(db: Handle, rows: readonly repository.OwingRow[]): Promise<Owing[]> {
  const named = await repository.namesOf(
    db,
    rows.map(({ userId }) => userId),
  );
  const names = new Map(named.map(({ id, userName }) => [id, userName]));
  return rows.map(({ outstanding, ...row }) => ({
    ...row,
    userName: displayName(names.get(row.userId) ?? ''),
    outstanding: rupeesFromPaisa(outstanding),
  }));
}

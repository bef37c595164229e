// The operations of the history.
import { exportHistory } from '../../../contract/exports.ts';
import * as contract from '../../../contract/history.ts';
import type { Database } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { csvFile, inBatches } from '../../shared/files/csv-file.ts';
import { historyColumns } from './history-columns.ts';
import type { Entry } from './history.repository.ts';
import { entriesAfter, readHistory, toEntries } from './history.service.ts';

export function serveHistory(server: Server, { db, timeZone }: { db: Database; timeZone: string }): void {
  server.cachedQuery(contract.listHistory, ({ input: { query } }, { tx }) => readHistory(tx, query, timeZone));

  server.download(exportHistory, ({ input: { query } }) => {
    const { language } = query;
    const batches = inBatches(
      db,
      (tx, after: Entry | null, limit) => entriesAfter(tx, query, after, { limit, timeZone }),
      (rows, tx) => toEntries(tx, rows),
    );
    return csvFile('history', language, historyColumns(language, timeZone), batches);
  });
}

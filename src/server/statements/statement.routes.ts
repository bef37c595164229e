// The operations of statements.
import { exportStatement } from '../../contract/exports.ts';
import * as contract from '../../contract/money/statements.ts';
import type { Server } from '../http/serve.ts';
import type { CommandEnvironment } from '../ledger/command.ts';
import { csvFile } from '../shared/files/csv-file.ts';
import { rowsOf, STATEMENT_COLUMNS } from './statement-file.ts';
import { readStatement } from './statement.service.ts';

export function serveStatements(server: Server, { db, timeZone }: CommandEnvironment): void {
  server.cachedQuery(contract.readStatement, ({ input: { params, query } }, { tx, today }) =>
    readStatement(tx, { userId: params.userId, from: query.from, to: query.to, today, timeZone }),
  );
  server.download(exportStatement, ({ input: { params, query }, today }) => {
    const { from, to, language } = query;
    const asked = { userId: params.userId, from, to, today, timeZone, limit: Infinity };
    async function* lines() {
      yield rowsOf(await readStatement(db.read, asked));
    }
    return csvFile('statement', language, STATEMENT_COLUMNS, lines());
  });
}

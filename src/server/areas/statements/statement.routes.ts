// The operations of statements.
import { exportStatement } from '../../../contract/exports.ts';
import * as contract from '../../../contract/money/statements.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandEnvironment } from '../../ledger/command.ts';
import { statementFile } from './statement-file.ts';
import { readStatement } from './statement.service.ts';

export function serveStatements(server: Server, { db, timeZone }: CommandEnvironment): void {
  server.cachedQuery(contract.readStatement, ({ input: { params, query } }, { tx, today }) =>
    readStatement(tx, { userId: params.userId, from: query.from, to: query.to, today, timeZone }),
  );
  server.download(exportStatement, ({ input: { params, query }, today }) => {
    const { from, to, language } = query;
    return statementFile(db, language, { userId: params.userId, from, to, today, timeZone });
  });
}

// The operation of statements.
import * as contract from '../../contract/money/statements.ts';
import type { Server } from '../http/serve.ts';
import { readStatement } from './statement.service.ts';

export function serveStatements(server: Server, timeZone: string): void {
  server.cachedQuery(contract.readStatement, ({ input: { params, query } }, { tx, today }) =>
    readStatement(tx, { userId: params.userId, from: query.from, to: query.to, today, timeZone }),
  );
}

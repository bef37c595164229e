// The operation of the history.
import * as contract from '../../contract/history.ts';
import type { Server } from '../http/serve.ts';
import { readHistory } from './history.service.ts';

export function serveHistory(server: Server, timeZone: string): void {
  server.cachedQuery(contract.listHistory, ({ input: { query } }, { tx }) => readHistory(tx, query, timeZone));
}

// The operations of waivers.
import { exportWaivers } from '../../../contract/exports.ts';
import { waiveFines } from '../../../contract/fines/several-fines.ts';
import * as contract from '../../../contract/money/waivers.ts';
import { type FoundFines, finesOfBody } from '../../balances/fine-reads.repository.ts';
import type { Database } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { readPage, wholeList } from '../../shared/record-list.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { waiverList } from './waivers.list.ts';
import * as service from './waivers.service.ts';

export function serveWaivers(server: Server, db: Database, onMissingRule: OnMissingRule): void {
  server.cachedQuery(contract.listWaivers, ({ input: { query } }, { tx }) => readPage(tx, waiverList, query));
  server.download(exportWaivers, ({ input: { query } }) => wholeList(db, waiverList, query));
  server.command(
    contract.waiveFine,
    async (context, { body }, found: service.Waiving) => service.waive(context, found, body),
    ({ params }) => ({
      read: (tx) => service.readWaiving(tx, params.fineId, onMissingRule),
      userIds: ({ user }) => [user.id],
    }),
  );
  server.command(
    waiveFines,
    async (context, { body }, found: FoundFines) => service.waiveAll(context, found, body),
    ({ body }) => finesOfBody(body),
  );
  server.command(
    contract.reverseWaiver,
    async (context, { body }, found: service.Reversing) => service.reverseWaiver(context, found, body),
    ({ params }) => ({ read: (tx) => service.readReversing(tx, params.waiverId), userIds: ({ user }) => [user.id] }),
  );
}

// The operations of waivers.
import * as contract from '../../contract/money/waivers.ts';
import { rupeesFromPaisa } from '../../core/money/money.ts';
import type { Server } from '../http/serve.ts';
import { offsetOf } from '../shared/queries.ts';
import type { OnMissingRule } from '../shared/rules.ts';
import * as repository from './waivers.repository.ts';
import * as service from './waivers.service.ts';

export function serveWaivers(server: Server, onMissingRule: OnMissingRule): void {
  server.cachedQuery(contract.listWaivers, async ({ input: { query } }, { tx }) => {
    const { userId, from, to, madeBy, search, page, pageSize } = query;
    const filter = { userId, from, to, madeBy, search };
    const [rows, sums] = await Promise.all([
      repository.waiversPage(tx, filter, { limit: pageSize, offset: offsetOf(query) }),
      repository.waiverSums(tx, filter),
    ]);
    return {
      items: await service.withReversals(tx, rows),
      page,
      pageSize,
      totalItems: sums.count,
      waived: rupeesFromPaisa(sums.waived),
      takenBack: rupeesFromPaisa(sums.takenBack),
    };
  });
  server.command(
    contract.waiveFine,
    async (context, { body }, found: service.Waiving) => service.waive(context, found, body),
    ({ params }) => ({
      read: (tx) => service.readWaiving(tx, params.fineId, onMissingRule),
      userIds: ({ user }) => [user.id],
    }),
  );
  server.command(
    contract.takeBackWaiver,
    async (context, { body }, found: service.Reversing) => service.takeBack(context, found, body),
    ({ params }) => ({ read: (tx) => service.readReversing(tx, params.waiverId), userIds: ({ user }) => [user.id] }),
  );
}

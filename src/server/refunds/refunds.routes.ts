// The operations of refunds.
import * as contract from '../../contract/money/refunds.ts';
import { rupeesFromPaisa } from '../../core/money/money.ts';
import type { Server } from '../http/serve.ts';
import { offsetOf } from '../shared/queries.ts';
import * as repository from './refunds.repository.ts';
import * as service from './refunds.service.ts';

export function serveRefunds(server: Server): void {
  server.cachedQuery(contract.listRefunds, async ({ input: { query } }, { tx, books: readBooks }) => {
    const { page, pageSize } = query;
    const filter = service.refundFilter(query);
    const [rows, sums, books] = await Promise.all([
      repository.refundsPage(tx, filter, { limit: pageSize, offset: offsetOf(query) }),
      repository.refundSums(tx, filter),
      readBooks(),
    ]);
    return {
      items: await service.withReversals(tx, rows),
      page,
      pageSize,
      totalItems: sums.count,
      given: rupeesFromPaisa(sums.given),
      takenBack: rupeesFromPaisa(sums.takenBack),
      creditHeld: rupeesFromPaisa(books.credit),
    };
  });
  server.cachedQuery(contract.readVoucher, ({ input: { params } }, { tx }) => service.readVoucher(tx, params.number));
  server.command(
    contract.giveRefund,
    async (context, { body }, user: Awaited<ReturnType<typeof service.readPayee>>) =>
      service.giveRefund(context, body, user),
    ({ body }) => ({ read: (tx) => service.readPayee(tx, body.userId), userIds: () => [body.userId] }),
  );
  server.command(
    contract.reverseRefund,
    async (context, { body }, found: service.Reversing) => service.reverseRefund(context, found, body),
    ({ params }) => ({
      read: (tx) => service.readReversing(tx, params.refundId),
      userIds: ({ user }) => [user.id],
    }),
  );
}

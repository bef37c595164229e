// The operations of refunds.
import { exportRefunds } from '../../../contract/exports.ts';
import * as contract from '../../../contract/money/refunds.ts';
import type { Database } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Server } from '../../http/serve.ts';
import { readPage, wholeList } from '../../shared/record-list.ts';
import { refundList } from './refunds.list.ts';
import * as service from './refunds.service.ts';

export function serveRefunds(server: Server, db: Database): void {
  server.cachedQuery(contract.listRefunds, async ({ input: { query } }, { tx, books: readBooks }) => {
    const [page, books] = await settleAll([readPage(tx, refundList, query), readBooks()]);
    return { ...page, creditHeld: books.credit };
  });
  server.download(exportRefunds, ({ input: { query } }) => wholeList(db, refundList, query));
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

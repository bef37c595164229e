// The operations and the list of refunds.
import { exportRefunds } from '../../../contract/exports.ts';
import * as contract from '../../../contract/money/refunds.ts';
import type { listRefunds, Refund } from '../../../contract/money/refunds.ts';
import { searchedNumber } from '../../../core/money/payment.ts';
import { itemsWithReversals } from '../../balances/reversals.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import { emailsOf } from '../../shared/joined-users.ts';
import { MEMBER, REVERSED } from '../../shared/money-columns.ts';
import { type FilterOf, readPage, type RecordList, wholeList } from '../../shared/record-list.ts';
import { type RefundFilter, type RefundRow, refundsPage, refundSums } from './refunds.repository.ts';
import * as service from './refunds.service.ts';
import { toRefund } from './refunds.service.ts';

export function serveRefunds(server: Server, db: Database): void {
  server.cachedQuery(contract.listRefunds, async ({ input: { query } }, { tx, books: readBooks }) => {
    const [page, books] = await settleAll([readPage(tx, refundList, query), readBooks()]);
    return { ...page, creditHeld: books.credit };
  });
  server.download(exportRefunds, ({ input: { query } }) => wholeList(db, refundList, query));
  server.cachedQuery(contract.readVoucher, ({ input: { params } }, { tx }) => service.readVoucher(tx, params.number));
  server.command(contract.giveRefund, service.giveRefund, ({ body }) => ({
    read: (tx) => service.readPayee(tx, body.userId),
    userIds: (user) => [body.userId, user.id],
  }));
  server.command(contract.reverseRefund, service.reverseRefund, ({ params }) => ({
    read: (tx) => service.readReversing(tx, params.refundId),
    userIds: ({ user }) => [user.id],
  }));
}

type Query = FilterOf<typeof listRefunds>;

async function filterOf(db: Handle, query: Query): Promise<RefundFilter> {
  const { exact: voucher, partial: numbered } = searchedNumber('voucher', query.search);
  return { ...query, givenBy: await emailsOf(db, query.givenBy), voucher, numbered };
}

const refundList: RecordList<Query, RefundRow, Refund, 'given' | 'reversed'> = {
  rows: async (db, query, { after, ...window }) => refundsPage(db, { ...(await filterOf(db, query)), after }, window),
  sums: async (db, query) => refundSums(db, await filterOf(db, query)),
  items: (db, rows) => itemsWithReversals(db, 'refund', rows, toRefund),
  file: 'given-back',
  columns: {
    day: ({ givenOn }) => ({ day: givenOn }),
    voucher: ({ voucher }) => ({ text: voucher }),
    ...MEMBER,
    amount: ({ amount }) => ({ amount }),
    method: ({ method }) => ({ word: method }),
    reference: ({ reference }) => ({ text: reference }),
    givenBy: ({ givenBy }) => ({ recorded: givenBy }),
    note: ({ note }) => ({ text: note }),
    ...REVERSED,
  },
};

// The list of payments: a page, its sums, and the file.
import type { listPayments, Payment } from '../../../contract/money/payments.ts';
import { MOST_FOUND } from '../../../core/limits.ts';
import { searchedNumber } from '../../../core/money/payment.ts';
import { itemsWithReversals } from '../../balances/reversals.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { emailsOf } from '../../shared/joined-users.ts';
import { MEMBER, REVERSED } from '../../shared/money-columns.ts';
import { offsetOf } from '../../shared/queries.ts';
import { type FilterOf, readPage, type RecordList } from '../../shared/record-list.ts';
import {
  type PaymentFilter,
  type PaymentRow,
  paymentsAt,
  paymentsFound,
  paymentsPage,
  paymentSums,
  reversedOf,
} from './payments.repository.ts';
import { toPayment } from './payments.service.ts';

type Query = FilterOf<typeof listPayments>;

async function filterOf(db: Handle, query: Query): Promise<PaymentFilter> {
  const { exact: receipt, partial: numbered } = searchedNumber('receipt', query.search);
  return { ...query, receivedBy: await emailsOf(db, query.receivedBy), receipt, numbered };
}

export const paymentList: RecordList<Query, PaymentRow, Payment, 'received' | 'reversed'> = {
  rows: async (db, query, { after, ...window }) => paymentsPage(db, { ...(await filterOf(db, query)), after }, window),
  sums: async (db, query) => paymentSums(db, await filterOf(db, query)),
  items: (db, rows) => itemsWithReversals(db, 'payment', rows, toPayment),
  file: 'payments',
  columns: {
    day: ({ receivedOn }) => ({ day: receivedOn }),
    receipt: ({ receipt }) => ({ text: receipt }),
    ...MEMBER,
    amount: ({ amount }) => ({ amount }),
    method: ({ method }) => ({ word: method }),
    reference: ({ reference }) => ({ text: reference }),
    receivedBy: ({ receivedBy }) => ({ recorded: receivedBy }),
    note: ({ note }) => ({ text: note }),
    ...REVERSED,
  },
};

type Page = Awaited<ReturnType<typeof readPage<Query, PaymentRow, Payment, 'received' | 'reversed'>>>;

/** Only the newest matches of a search are counted and summed; `more`: there are others. */
export async function readPayments(
  db: Handle,
  query: Query & { page: number; pageSize: number },
): Promise<Page & { more: boolean }> {
  const found = await paymentsFound(db, await filterOf(db, query));
  if (found === null) return { ...(await readPage(db, paymentList, query)), more: false };
  const counted = found.slice(0, MOST_FOUND);
  const { page, pageSize } = query;
  const from = offsetOf(query);
  const [rows, reversed] = await settleAll([
    paymentsAt(db, counted.slice(from, from + pageSize)),
    reversedOf(db, counted),
  ]);
  return {
    items: await paymentList.items(db, rows),
    page,
    pageSize,
    totalItems: counted.length,
    more: found.length > counted.length,
    received: counted.reduce((sum, { amount }) => sum + amount, 0),
    reversed,
  };
}

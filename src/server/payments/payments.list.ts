// Payments as they are listed: a page, its sums, and the file.
import type { listPayments, Payment } from '../../contract/money/payments.ts';
import type { ParsedInput } from '../../contract/operation.ts';
import { numberOf } from '../../core/money/payment.ts';
import { itemsWithReversals } from '../balances/reversals.ts';
import { MEMBER, REVERSED } from '../shared/money-columns.ts';
import type { RecordList } from '../shared/record-list.ts';
import { type PaymentFilter, type PaymentRow, paymentsPage, paymentSums } from './payments.repository.ts';
import { toPayment } from './payments.service.ts';

type Query = Omit<ParsedInput<typeof listPayments>['query'], 'page' | 'pageSize'>;

const filterOf = (query: Query): PaymentFilter => ({
  userId: query.userId,
  from: query.from,
  to: query.to,
  method: query.method,
  receivedBy: query.receivedBy,
  search: query.search,
  receipt: numberOf('receipt', query.search),
});

export const paymentList: RecordList<Query, PaymentRow, Payment, 'received' | 'reversed'> = {
  rows: (db, query, { after, ...window }) => paymentsPage(db, { ...filterOf(query), after }, window),
  sums: (db, query) => paymentSums(db, filterOf(query)),
  items: (db, rows) => itemsWithReversals(db, 'payment', rows, toPayment),
  file: 'payments',
  columns: {
    day: ({ receivedOn }) => ({ day: receivedOn }),
    receipt: ({ receipt }) => ({ text: receipt }),
    ...MEMBER,
    amount: ({ amount }) => ({ rupees: amount }),
    method: ({ method }) => ({ word: method }),
    reference: ({ reference }) => ({ text: reference }),
    receivedBy: ({ receivedBy }) => ({ recorded: receivedBy }),
    note: ({ note }) => ({ text: note }),
    ...REVERSED,
  },
};

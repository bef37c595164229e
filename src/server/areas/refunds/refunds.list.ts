// The list of refunds: a page, its sums, and the file.
import type { listRefunds, Refund } from '../../../contract/money/refunds.ts';
import { searchedNumber } from '../../../core/money/payment.ts';
import { itemsWithReversals } from '../../balances/reversals.ts';
import { MEMBER, REVERSED } from '../../shared/money-columns.ts';
import type { FilterOf, RecordList } from '../../shared/record-list.ts';
import { type RefundFilter, type RefundRow, refundsPage, refundSums } from './refunds.repository.ts';
import { toRefund } from './refunds.service.ts';

type Query = FilterOf<typeof listRefunds>;

function filterOf(query: Query): RefundFilter {
  const { exact: voucher, partial: numbered } = searchedNumber('voucher', query.search);
  return { ...query, voucher, numbered };
}

export const refundList: RecordList<Query, RefundRow, Refund, 'given' | 'reversed'> = {
  rows: (db, query, { after, ...window }) => refundsPage(db, { ...filterOf(query), after }, window),
  sums: (db, query) => refundSums(db, filterOf(query)),
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

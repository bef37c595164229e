// The list of waivers: a page, its sums, and the file.
import type { listWaivers, Waiver } from '../../../contract/money/waivers.ts';
import { itemsWithReversals } from '../../balances/reversals.ts';
import { MEMBER, REVERSED } from '../../shared/money-columns.ts';
import type { FilterOf, RecordList } from '../../shared/record-list.ts';
import { type WaiverRow, waiversPage, waiverSums } from './waivers.repository.ts';
import { toWaiver } from './waivers.service.ts';

type Query = FilterOf<typeof listWaivers>;

export const waiverList: RecordList<Query, WaiverRow, Waiver, 'waived' | 'reversed'> = {
  rows: (db, query, { after, ...window }) => waiversPage(db, { ...query, after }, window),
  sums: waiverSums,
  items: (db, rows) => itemsWithReversals(db, 'waiver', rows, toWaiver),
  file: 'waived',
  columns: {
    day: ({ day }) => ({ day }),
    ...MEMBER,
    fineType: ({ fineType }, nameOfType) => ({ text: nameOfType(fineType) }),
    fineDay: ({ date }) => ({ day: date }),
    amount: ({ amount }) => ({ amount }),
    mistake: ({ mistake }) => ({ word: mistake ? 'yes' : null }),
    reason: ({ reason }) => ({ recorded: reason }),
    waivedBy: ({ madeBy }) => ({ recorded: madeBy }),
    ...REVERSED,
  },
};

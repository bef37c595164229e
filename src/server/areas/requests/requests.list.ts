// The list of requests: a page, its sums, and the file.
import type { listRequests, MemberRequest } from '../../../contract/money/requests.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { numberName } from '../../../core/money/payment.ts';
import { MEMBER } from '../../shared/money-columns.ts';
import type { FilterOf, RecordList } from '../../shared/record-list.ts';
import { finesOf, type RequestRow, requestsPage, requestSums } from './requests.repository.ts';

type Query = FilterOf<typeof listRequests>;

export const requestList: RecordList<Query, RequestRow, MemberRequest, 'claimed'> = {
  rows: (db, query, { after, ...window }) => requestsPage(db, { ...query, after }, window),
  sums: requestSums,
  items: async (_db, rows) => rows.map(toRequest),
  file: 'requests',
  columns: {
    day: ({ sentOn }) => ({ day: sentOn }),
    kind: ({ kind }) => ({ word: kind }),
    ...MEMBER,
    fineType: ({ fines }, nameOfType) => ({ text: fines.map(({ fineType }) => nameOfType(fineType)).join('; ') }),
    amount: ({ amount }) => ({ amount }),
    method: ({ method }) => ({ word: method }),
    reference: ({ reference }) => ({ text: reference }),
    paidOn: ({ receivedOn }) => ({ day: receivedOn }),
    reason: ({ reason }) => ({ text: reason }),
    status: ({ state }) => ({ word: state }),
    answer: ({ answer }) => ({ text: answer }),
    answeredBy: ({ decidedBy }) => ({ recorded: decidedBy }),
    answeredOn: ({ decidedOn }) => ({ day: decidedOn }),
    receipt: ({ receipt }) => ({ text: receipt }),
  },
};

export function toRequest(row: RequestRow): MemberRequest {
  const { receipt_year: year, receipt_number: number } = row;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    userId: row.user_id,
    userName: displayName(row.user_name),
    fines: finesOf(row).map(({ id, type, date }) => ({ fineId: id, fineType: type, date })),
    amount: row.amount,
    method: row.method,
    reference: row.reference,
    receivedOn: row.received_on,
    reason: row.reason,
    picture: row.has_picture === 1 ? row.picture_hash : null,
    sentOn: row.sent_on,
    answer: row.answer,
    decidedBy: row.decided_by,
    decidedOn: row.decided_on,
    receipt: year === null || number === null ? null : numberName('receipt', { year, number }),
  };
}

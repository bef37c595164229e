// The columns of the files of fines and money.
import type { HandOver } from '../../contract/money/cash.ts';
import type { Fine } from '../../contract/fines/fines.ts';
import type { Payment, Reversal } from '../../contract/money/payments.ts';
import type { Refund } from '../../contract/money/refunds.ts';
import type { Statement, StatementRow } from '../../contract/money/statements.ts';
import type { Waiver } from '../../contract/money/waivers.ts';
import { addPaisa, rupeesFromPaisa } from '../../core/money/money.ts';
import { type Columns, daysIn } from '../shared/csv-file.ts';
import { paisa } from '../shared/wire.ts';

const MEMBER: Columns<{ userName: string; userId: string }> = {
  member: ({ userName }) => ({ recorded: userName }),
  memberId: ({ userId }) => ({ text: userId }),
};

const TAKEN_BACK: Columns<{ reversals: readonly Reversal[] }> = {
  takenBack: ({ reversals }) => ({
    rupees: rupeesFromPaisa(addPaisa(...reversals.map(({ amount }) => paisa(amount)))),
  }),
  takenBackReason: ({ reversals }) => ({ recorded: reversals.map(({ reason }) => reason) }),
};

export function ofFines(timeZone: string): Columns<Fine> {
  const dayIn = daysIn(timeZone);
  return {
    day: ({ date }) => ({ day: date }),
    ...MEMBER,
    fineType: ({ fineType }) => ({ text: fineType }),
    description: ({ description }) => ({ text: description }),
    amount: ({ amount }) => ({ rupees: amount }),
    paid: ({ paidAmount }) => ({ rupees: paidAmount }),
    waived: ({ waivedAmount }) => ({ rupees: waivedAmount }),
    left: ({ outstanding }) => ({ rupees: outstanding }),
    status: ({ status }) => ({ word: status }),
    mistake: ({ mistake }) => ({ word: mistake ? 'yes' : null }),
    paidOn: ({ paidOn }) => ({ day: dayIn(paidOn) }),
    enteredOn: ({ createdAt }) => ({ day: dayIn(createdAt) }),
    id: ({ id }) => ({ text: id }),
  };
}

export const ofPayments: Columns<Payment> = {
  day: ({ receivedOn }) => ({ day: receivedOn }),
  receipt: ({ receipt }) => ({ text: receipt }),
  ...MEMBER,
  amount: ({ amount }) => ({ rupees: amount }),
  method: ({ method }) => ({ word: method }),
  reference: ({ reference }) => ({ text: reference }),
  receivedBy: ({ receivedBy }) => ({ recorded: receivedBy }),
  note: ({ note }) => ({ text: note }),
  ...TAKEN_BACK,
};

export const ofRefunds: Columns<Refund> = {
  day: ({ givenOn }) => ({ day: givenOn }),
  voucher: ({ voucher }) => ({ text: voucher }),
  ...MEMBER,
  amount: ({ amount }) => ({ rupees: amount }),
  method: ({ method }) => ({ word: method }),
  reference: ({ reference }) => ({ text: reference }),
  givenBy: ({ givenBy }) => ({ recorded: givenBy }),
  note: ({ note }) => ({ text: note }),
  ...TAKEN_BACK,
};

export const ofWaivers: Columns<Waiver> = {
  day: ({ day }) => ({ day }),
  ...MEMBER,
  fineType: ({ fineType }) => ({ text: fineType }),
  fineDay: ({ date }) => ({ day: date }),
  amount: ({ amount }) => ({ rupees: amount }),
  mistake: ({ mistake }) => ({ word: mistake ? 'yes' : null }),
  reason: ({ reason }) => ({ recorded: reason }),
  waivedBy: ({ madeBy }) => ({ recorded: madeBy }),
  ...TAKEN_BACK,
};

export const ofHandOvers: Columns<HandOver> = {
  day: ({ day }) => ({ day }),
  holder: ({ holder }) => ({ recorded: holder }),
  takenBy: ({ takenBy }) => ({ recorded: takenBy }),
  received: ({ received }) => ({ rupees: received }),
  takenOver: ({ takenOver }) => ({ rupees: takenOver }),
  givenBack: ({ givenBack }) => ({ rupees: givenBack }),
  paidOut: ({ paidOut }) => ({ rupees: paidOut }),
  shouldBe: ({ held }) => ({ rupees: held }),
  counted: ({ counted }) => ({ rupees: counted }),
  difference: ({ difference }) => ({ rupees: difference }),
  note: ({ note }) => ({ text: note }),
};

export const rowsOf = ({ from, to, opening, closing, toCome, lines }: Statement): StatementRow[] => [
  { day: from, kind: 'opening', amount: null, balance: opening },
  ...lines,
  { day: to, kind: 'closing', amount: null, balance: closing },
  ...(toCome === null ? [] : [{ day: null, kind: 'to-come', amount: toCome.amount, balance: toCome.owed } as const]),
];

export const ofStatement: Columns<StatementRow> = {
  day: ({ day }) => ({ day }),
  what: ({ kind }) => ({ word: kind }),
  fineType: (row) => ({ text: 'fineType' in row ? row.fineType : '' }),
  number: (row) => ({ text: 'fineType' in row ? row.number : '' }),
  method: (row) => ({ word: 'fineType' in row ? row.method : null }),
  reason: (row) => ({ recorded: 'fineType' in row ? row.reason : '' }),
  amount: (row) => (row.amount === null ? { text: '' } : { rupees: row.amount }),
  balance: ({ balance }) => ({ rupees: balance }),
};

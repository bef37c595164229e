// Columns that several lists of money have in their files.
import type { Reversal } from '../../contract/money/payments.ts';
import { addPaisa } from '../../core/money/money.ts';
import type { Columns } from './files/csv-file.ts';

export const MEMBER: Columns<{ userName: string; userId: string }> = {
  member: ({ userName }) => ({ recorded: userName }),
  memberId: ({ userId }) => ({ text: userId }),
};

export const REVERSED: Columns<{ reversals: readonly Reversal[] }> = {
  reversed: ({ reversals }) => ({
    amount: addPaisa(...reversals.map(({ amount }) => amount)),
  }),
  reversalReason: ({ reversals }) => ({ recorded: reversals.map(({ reason }) => reason) }),
};

// What a collector may take back, correct and delete: only what they entered themselves today (ACCESS-17).
import { z } from 'zod';
import { operation } from './operation.ts';

export const listOwnEntries = operation({
  id: 'entries.today',
  method: 'GET',
  path: '/entries/today',
  needs: 'collector',
  summary: "What the caller entered on the organisation's today, as far as it touches nothing of somebody else.",
  output: z.object({
    fineIds: z.array(z.string()).describe('may be corrected'),
    removableFineIds: z
      .array(z.string())
      .describe('without a payment or waiver of somebody else: may be marked unpaid and deleted'),
    paymentIds: z.array(z.string()).describe('that pay no fine of somebody else: may be taken back'),
  }),
  errors: [],
  writes: false,
});

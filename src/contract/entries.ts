// What a collector may take back, correct and delete: only what they entered themselves today (ACCESS-17).
import { z } from 'zod';
import { operation } from './operation.ts';

export const listOwnEntries = operation({
  id: 'entries.today',
  method: 'GET',
  path: '/entries/today',
  needs: 'collector',
  summary:
    "What the caller has entered today, in the organisation's time zone, and may still correct, delete or take back.",
  output: z.object({
    fineIds: z.array(z.string()).describe('may be corrected'),
    removableFineIds: z
      .array(z.string())
      .describe('may be marked unpaid and deleted: the caller entered all their payments and waivers today'),
    paymentIds: z.array(z.string()).describe('may be taken back: the caller entered every fine that they pay today'),
  }),
});

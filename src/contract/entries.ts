// What the caller entered today: a collector may take back, correct and delete that and nothing else (ACCESS-17).
import { z } from 'zod';
import { operation } from './operation.ts';

export const listOwnEntries = operation({
  id: 'entries.today',
  method: 'GET',
  path: '/entries/today',
  needs: 'collector',
  summary: "The fines and payments that the caller entered on the organisation's today.",
  output: z.object({ fineIds: z.array(z.string()), paymentIds: z.array(z.string()) }),
  errors: [],
  writes: false,
  topics: ['fine', 'payment'],
});

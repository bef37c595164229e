// Undoing in one go what was done in one go (FINE-22).
import { z } from 'zod';
import { operation } from '../operation.ts';
import { batch, totals } from '../shapes.ts';

export const undo = operation({
  id: 'entries.undo',
  method: 'POST',
  path: '/undo',
  needs: 'collector',
  summary:
    'Takes back everything that one request of the caller did today: fines added, payments taken for fines, waivers. If any of it has been changed since, nothing is taken back.',
  /** the batch number from the answer to that request */
  body: z.object({ batch }),
  /** how many fines were deleted, and payments and waivers taken back */
  output: z.object({
    fines: z.number().int(),
    payments: z.number().int(),
    waivers: z.number().int(),
    totals,
  }),
  errors: [
    'nothing-to-undo',
    'not-own-entry',
    'fines-changed',
    'reduction-changed',
    'payment-reversed',
    'credit-used',
    'totals-too-large',
  ],
  writes: true,
});

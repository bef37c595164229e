// Undoing in one go what was done in one go (FINE-22).
import { z } from 'zod';
import { operation } from '../operation.ts';
import { picturesGone, reduction } from '../fines/fines.ts';
import { batch, totals } from '../shapes.ts';

export const undo = operation({
  id: 'entries.undo',
  method: 'POST',
  path: '/undo',
  needs: 'collector',
  summary:
    'Takes back everything that one request of the caller did today: fines added, payments taken for fines, waivers. If any of it has been changed since, nothing is taken back. Under the repeat-offence rule, a later fine that only these fines had doubled is reduced.',
  /** the batch number from the answer to that request */
  body: z.object({ batch }),
  /** how many fines were deleted, with how many pictures, and payments and waivers taken back */
  output: z.object({
    fines: z.number().int(),
    payments: z.number().int(),
    waivers: z.number().int(),
    pictures: picturesGone,
    /** fines that those deleted had doubled */
    reductions: z.array(reduction),
    totals,
  }),
  errors: ['nothing-to-undo', 'not-own-entry', 'fines-changed', 'payment-reversed', 'credit-used', 'totals-too-large'],
  writes: true,
});

// Changes to several fines at once, of any users: all or none (FINE-11, FINE-21, WAIVE-12).
import { z } from 'zod';
import { MAX_FINES_PER_PAYMENT } from '../../core/limits.ts';
import { operation } from '../operation.ts';
import { batch, givenReason, id, rupeesTotal, totals } from '../shapes.ts';
import {
  foreseenReduction,
  reduction,
  shownFigures,
  shownFines,
  picturesGone,
  surchargesGone,
  unique,
} from './fines.ts';

const AT_LEAST_ONE = 'must name at least one fine';

export const readDeletions = operation({
  id: 'fines.deletions',
  method: 'POST',
  path: '/fines/deletions',
  needs: 'collector',
  summary:
    'Says which other fines would be reduced if several fines were deleted together, and what surcharges and pictures go with them. Changes nothing.',
  body: z.object({ fineIds: z.array(id).min(1, AT_LEAST_ONE).max(MAX_FINES_PER_PAYMENT) }),
  output: z.object({ reductions: z.array(foreseenReduction), surcharges: surchargesGone, pictures: picturesGone }),
  writes: false,
});

export const deleteFines = operation({
  id: 'fines.deleteSeveral',
  method: 'POST',
  path: '/fines/delete',
  needs: 'collector',
  summary:
    'Deletes several fines, all of them or none; with the repeat-offence rule on, remaining fines that they had doubled are reduced.',
  /**
   * The figures of each fine are those that were shown. `reduces`: the ids of the fines that were announced as reduced;
   * not checked if omitted.
   */
  body: z.object({
    fines: unique(z.array(shownFigures.extend({ fineId: id })).max(MAX_FINES_PER_PAYMENT)).min(1, AT_LEAST_ONE),
    reduces: z.array(id).max(MAX_FINES_PER_PAYMENT).optional(),
  }),
  /** `toCredit`: everything that becomes credit of their users */
  output: z.object({ reductions: z.array(reduction), toCredit: rupeesTotal, pictures: picturesGone, totals }),
  errors: ['fines-changed', 'reduction-changed', 'not-own-entry'],
  writes: true,
});

export const waiveFines = operation({
  id: 'fines.waiveSeveral',
  method: 'POST',
  path: '/fines/waive',
  needs: 'manager',
  summary: 'Waives all that is outstanding on several fines, for one reason; all of them or none.',
  body: z.object({ fines: shownFines(MAX_FINES_PER_PAYMENT).min(1, AT_LEAST_ONE), reason: givenReason }),
  output: z.object({ waived: rupeesTotal, batch, totals }),
  errors: ['fines-changed', 'nothing-to-waive', 'totals-too-large'],
  writes: true,
});

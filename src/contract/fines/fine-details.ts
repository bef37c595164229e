// One fine: its details and history, and correcting it.
import { z } from 'zod';
import { ofEachText } from '../../core/fines/fine-texts.ts';
import { FINE_HISTORY_SIZE, MAX_FINE_PICTURES, MAX_LENGTH } from '../../core/limits.ts';
import { fine, fineForm, PICTURE_BYTES, PICTURE_REFUSALS, sentPicture } from './fines.ts';
import { operation, type Output } from '../operation.ts';
import { payment } from '../money/payments.ts';
import { id, instant, optionalText, rupees, rupeesTotal, totals } from '../shapes.ts';
import { waiver } from '../money/waivers.ts';
import { actorNameOrNull } from '../only-for.ts';

/** What can be corrected; a text that is not sent stays as it is. */
const corrected = fineForm.partial(ofEachText(() => true));
/**
 * The same as it was shown; an imported fine may have no type. `waivedAmount`: decides what is left to pay of another
 * amount. What may be omitted is then not compared.
 */
const shown = corrected.extend({ fineType: optionalText(MAX_LENGTH.fineType), waivedAmount: rupees.optional() });

export const correctFine = operation({
  id: 'fines.correct',
  method: 'PUT',
  path: '/fines/:fineId',
  needs: 'collector',
  summary:
    'Corrects what was entered for a fine: type, note, day and, while nothing of it is paid, the amount. Neither doubles a fine nor undoes a doubling.',
  params: z.object({ fineId: id }),
  /** `shown`: the fine that the administrator saw; if it has changed since, nothing is saved */
  body: corrected
    .extend({ shown })
    .refine(
      ({ shown: was, ...to }) =>
        corrected.keyof().options.some((field) => to[field] !== undefined && to[field] !== was[field]),
      'must change something',
    ),
  output: z.object({ fine, totals }),
  errors: [
    'fine-type-not-listed',
    'fine-not-found',
    'fine-changed',
    'fine-waived',
    'paid-amount',
    'below-waived',
    'day-too-far',
    'totals-too-large',
    'not-own-entry',
  ],
  writes: true,
});

/** What its pictures are called in the addresses of `fines.picture` and `own.picture`, in the order of adding. */
export const pictures = z.array(z.string());

export const addPicture = operation({
  id: 'fines.addPicture',
  method: 'POST',
  path: '/fines/:fineId/pictures',
  needs: 'collector',
  summary: `Adds a picture to a fine, for whoever may correct it. A fine has at most ${MAX_FINE_PICTURES}.`,
  params: z.object({ fineId: id }),
  bodyLimit: { bytes: PICTURE_BYTES + 100 * 1024, values: 100 },
  body: z.object({ picture: sentPicture }),
  output: z.object({ pictures }),
  errors: ['fine-not-found', 'not-own-entry', 'too-many-pictures', 'pictures-not-kept', ...PICTURE_REFUSALS],
  writes: true,
});

const ofPicture = { params: z.object({ fineId: id, picture: id }), errors: ['fine-not-found', 'not-found'] } as const;

export const removePicture = operation({
  ...ofPicture,
  id: 'fines.removePicture',
  method: 'DELETE',
  path: '/fines/:fineId/pictures/:picture',
  needs: 'collector',
  summary: 'Removes a picture from a fine, for whoever may correct it.',
  output: z.object({ pictures }),
  errors: [...ofPicture.errors, 'not-own-entry'],
  writes: true,
});

/** The answer is the picture, not JSON. */
export const readFinePicture = operation({
  ...ofPicture,
  id: 'fines.picture',
  method: 'GET',
  path: '/fines/:fineId/pictures/:picture',
  needs: 'viewer',
  summary:
    'A picture of a fine. It is kept for two years after the fine was settled, unless the server is set otherwise.',
  output: z.unknown(),
  writes: false,
});

/** The answer is the picture, not JSON. */
export const readOwnPicture = operation({
  ...ofPicture,
  id: 'own.picture',
  method: 'GET',
  path: '/own/fines/:fineId/pictures/:picture',
  needs: 'member',
  summary: "A picture of one of the caller's fines. Somebody else's is answered as not found.",
  output: z.unknown(),
  writes: false,
});

/** The fields that a change of a fine may affect. */
export const fineState = fine.pick({
  fineType: true,
  ...ofEachText(() => true),
  amount: true,
  date: true,
  dueOn: true,
  status: true,
  paidAmount: true,
  waivedAmount: true,
});

/** reduced: the doubling was undone, because the earlier fine was deleted or waived as a mistake */
export const FINE_CHANGES = [
  'added',
  'imported',
  'corrected',
  'pictureAdded',
  'pictureRemoved',
  'paid',
  'unpaid',
  'waived',
  'unwaived',
  'reduced',
] as const;

const fineChange = z.object({
  kind: z.enum(FINE_CHANGES),
  at: instant,
  /** who made the change, null for an import */
  by: actorNameOrNull,
  /** null for the first change */
  before: fineState.nullable(),
  after: fineState,
});
export type FineChange = z.infer<typeof fineChange>;

/** The part of a fine that a payment, or credit, paid. */
const paidPart = z.object({
  /** null for credit */
  payment: payment
    .pick({ receipt: true, amount: true, method: true, receivedOn: true, receivedBy: true, receivedById: true })
    .nullable(),
  amount: rupeesTotal,
  /** how much of that is left; the rest was taken back or freed */
  left: rupeesTotal,
});
export type PaidPart = z.infer<typeof paidPart>;

const waivedPart = waiver.pick({
  id: true,
  amount: true,
  mistake: true,
  reason: true,
  day: true,
  madeBy: true,
  reversals: true,
});
export type WaivedPart = z.infer<typeof waivedPart>;

export const readFine = operation({
  id: 'fines.read',
  method: 'GET',
  path: '/fines/:fineId',
  needs: 'viewer',
  summary: 'One fine with who recorded it, why it was doubled, and its history.',
  params: z.object({ fineId: id }),
  output: z.object({
    fine,
    /** null for an import */
    recordedBy: actorNameOrNull,
    /** their id; null for an import, and if it is not recorded */
    recordedById: z.string().nullable(),
    /** null if it was not doubled or that is unknown; `earlier`: the fine that caused it, null if deleted since */
    doubling: z.object({ earlier: fine.pick({ fineType: true, date: true, amount: true }).nullable() }).nullable(),
    surcharge: z.object({
      /** null if it is no late surcharge; `late`: the fine that it is for, null if deleted since */
      of: z.object({ late: fine.pick({ id: true, fineType: true, date: true, amount: true }).nullable() }).nullable(),
      /** its own late surcharges, the oldest first */
      added: z.array(fine.pick({ id: true, date: true, amount: true, outstanding: true })),
      /** what is added next if nothing is paid, after which day; null if nothing is */
      next: z.object({ after: z.string(), amount: rupeesTotal }).nullable(),
    }),
    /** oldest first */
    paid: z.array(paidPart),
    waived: z.array(waivedPart),
    /** those that are kept */
    pictures,
    /** newest first */
    history: z.array(fineChange).max(FINE_HISTORY_SIZE),
    /** whether older changes were left out */
    historyCut: z.boolean(),
  }),
  errors: ['fine-not-found'],
});
export type FineDetails = Output<typeof readFine>;

// Fines: assessing, adding, paying and deleting them.
import { z } from 'zod';
import {
  FINES_PAGE_SIZE,
  MAX_FINE_PICTURES,
  MAX_FINES_PER_PAYMENT,
  MAX_LENGTH,
  MAX_PICTURE_SIZE,
  MAX_USERS_PER_SUBMISSION,
} from '../../core/limits.ts';
import { FINE_TEXTS, ofEachText } from '../../core/fines/fine-texts.ts';
import { onlyForOrOwn } from '../only-for.ts';
import { operation, type Output } from '../operation.ts';
import {
  batch,
  memberEmail,
  day,
  groupFilter,
  id,
  instant,
  noUserTwice,
  optionalText,
  pageOf,
  pageQuery,
  paymentMethod,
  rupees,
  rupeesTotal,
  searchTerm,
  shownInQuery,
  summary,
  line,
  totals,
  userStatus,
  fineType,
} from '../shapes.ts';

const fineStatus = z.enum(['Pending', 'Paid']);

export const fine = z.object({
  id: z.string(),
  userId: z.string(),
  /** "Unknown User" when the user was deleted or has no name */
  userName: z.string(),
  fineType,
  ...ofEachText((name) => onlyForOrOwn(FINE_TEXTS[name].seenBy, z.string())),
  amount: rupeesTotal,
  date: z.string(),
  status: fineStatus,
  /** what has been paid */
  paidAmount: rupeesTotal,
  /** what was waived */
  waivedAmount: rupeesTotal,
  /** what is left to pay */
  outstanding: rupeesTotal,
  /** waived as a mistake: it does not count as an offence */
  mistake: z.boolean(),
  createdAt: instant,
  /** an instant on the day of the payment that left nothing to pay, null while pending */
  paidOn: instant.nullable(),
  lastUpdated: instant,
  /** the last day for paying it; null if it has no due day */
  dueOn: z.string().nullable(),
});
export type Fine = z.infer<typeof fine>;

/** What is entered for a fine. */
export const fineForm = z.object({
  fineType: line(MAX_LENGTH.fineType),
  ...ofEachText((name) => optionalText(FINE_TEXTS[name].length)),
  amount: rupees,
  date: day,
});
export type FineForm = z.output<typeof fineForm>;

/** A JPEG, PNG or WebP, base64; stored without metadata such as the place. */
export const sentPicture = z.base64({ error: ({ input }) => (input === undefined ? undefined : 'must be base64') });
/** What a picture of the largest size takes in a body. */
export const PICTURE_BYTES = Math.ceil((MAX_PICTURE_SIZE * 4) / 3);
export const PICTURE_REFUSALS = ['picture-kind', 'picture-too-large', 'picture-too-wide'] as const;

const userIds = z
  .array(id)
  .min(1, 'Please select at least one user.')
  .max(MAX_USERS_PER_SUBMISSION, `must be at most ${MAX_USERS_PER_SUBMISSION} users at once`)
  .refine(...noUserTwice);

/** The figures of a fine as they were shown. If they have changed since, nothing is saved. */
export const shownFigures = z.object({ amount: rupees, paidAmount: rupees, waivedAmount: rupees });
export type ShownFigures = z.infer<typeof shownFigures>;

/** Refuses a list that names a fine twice. */
export const unique = <T extends z.ZodType<{ fineId: string }>>(fines: z.ZodArray<T>) =>
  fines.refine((all) => new Set(all.map(({ fineId }) => fineId)).size === all.length, 'must not name a fine twice');

/** Fines to be paid or waived, each with the outstanding amount that was shown. */
export const shownFines = (max: number) =>
  unique(z.array(z.object({ fineId: id, outstanding: rupees })).max(max, `must be at most ${max} fines at once`));

/** Which fines a list includes: Paid includes wholly waived fines, Pending includes partly paid ones. */
const statusFilter = z.enum(['all', 'Pending', 'PartlyPaid', 'Paid', 'Waived']);
export type StatusFilter = z.infer<typeof statusFilter>;

/** Which fines are listed and exported. */
export const fineFilter = z.object({
  userId: id.optional(),
  status: statusFilter.default('all'),
  group: groupFilter,
  search: searchTerm,
});
export type FineFilter = z.infer<typeof fineFilter>;

/**
 * What each chosen user would be charged. `doubled`: "repeated mistake this week"; `earlier`: the first fine of that
 * week, null if nothing is doubled.
 */
export const assessment = z.object({
  ruleOn: z.boolean(),
  charges: z.array(
    z.object({
      userId: z.string(),
      userName: z.string(),
      amount: rupeesTotal,
      doubled: z.boolean(),
      earlier: fine.pick({ fineType: true, date: true, amount: true }).nullable(),
    }),
  ),
});
export type Assessment = z.infer<typeof assessment>;

export const listFines = operation({
  id: 'fines.list',
  method: 'GET',
  path: '/fines',
  needs: 'viewer',
  summary:
    'Fines, newest date first, then newest created. They can be limited to one user, to one status, and to those that a search finds by type, note, amount or day.',
  query: fineFilter.extend(pageQuery(FINES_PAGE_SIZE)),
  output: pageOf(fine).extend({
    /** the status filtered by */
    status: statusFilter,
    /** the search */
    search: z.string(),
    /** The search found more than are counted, which are the newest. The exported file has all. */
    more: z.boolean(),
    /** for a search: notes of fines before this day were not searched; null if all were */
    notesFrom: z.string().nullable(),
    totals,
    /** of the user filtered by, null without a filter */
    user: z
      .object({
        id: z.string(),
        userName: z.string(),
        userEmail: memberEmail,
        status: userStatus,
        deleted: z.boolean(),
        summary,
      })
      .nullable(),
  }),
  errors: ['user-not-found'],
});

export const listFineTypes = operation({
  id: 'fines.types',
  method: 'GET',
  path: '/fines/types',
  needs: 'viewer',
  summary: 'Fine types to choose from: those of the list, then others that have been typed, newest first; at most 50.',
  query: z.object({ search: optionalText(MAX_LENGTH.search).default('') }),
  output: z.object({
    /** only listed fine types are accepted */
    onlyListed: z.boolean(),
    /** `urduName`: empty if it has none; `lastAmount`: the amount to fill in, or null */
    items: z.array(z.object({ fineType, urduName: z.string(), lastAmount: rupeesTotal.nullable() })),
  }),
});

export const assessFines = operation({
  id: 'fines.assess',
  method: 'POST',
  path: '/fines/assess',
  needs: 'collector',
  summary: 'Says what each user would be charged under the repeat-offence rule. Saves nothing.',
  body: z.object({ amount: rupees, date: day, userIds }),
  output: assessment,
  errors: ['user-not-found', 'day-too-far', 'amount-too-large'],
  writes: false,
});

export const addFines = operation({
  id: 'fines.add',
  method: 'POST',
  path: '/fines',
  needs: 'collector',
  summary: `Fines one or several users, all of them or none; each fine has the pictures, at most ${MAX_FINE_PICTURES}.`,
  // Leaves room for pictures that are somewhat too large, so that the answer can say so.
  bodyLimit: {
    bytes: 512 * 1024 + MAX_FINE_PICTURES * PICTURE_BYTES,
    values: 10 * MAX_USERS_PER_SUBMISSION + 100,
  },
  body: fineForm.extend({
    ...ofEachText((name) => fineForm.shape[name].default('')),
    userIds,
    /** The charges as assessed and confirmed by the administrator. Required while the repeat-offence rule is on. */
    confirmed: z
      .array(z.object({ userId: id, amount: rupees, doubled: z.boolean() }))
      .max(MAX_USERS_PER_SUBMISSION)
      .optional(),
    /** what was seen */
    pictures: z.array(sentPicture).max(MAX_FINE_PICTURES, `must be at most ${MAX_FINE_PICTURES} pictures`).default([]),
  }),
  /** `fineIds` in the order of `userIds`. */
  output: z.object({ fineIds: z.array(z.string()), batch, totals }),
  errors: [
    'fine-type-not-listed',
    'day-too-far',
    'user-not-found',
    'charges-changed',
    'amount-too-large',
    'totals-too-large',
    ...PICTURE_REFUSALS,
  ],
  writes: true,
});

export const setFineStatus = operation({
  id: 'fines.setStatus',
  method: 'PUT',
  path: '/fines/:fineId/status',
  needs: 'collector',
  summary:
    'Marks a fine as paid, which takes a payment of what is outstanding, or as unpaid, which reverses what payments paid towards it.',
  params: z.object({ fineId: id }),
  /** `method` and `reference`: of the payment */
  body: z.object({
    status: fineStatus,
    shown: shownFigures,
    method: paymentMethod.default('Cash'),
    reference: optionalText(MAX_LENGTH.reference).default(''),
  }),
  output: z.object({
    fine,
    /** of the payment, null if none was taken */
    receipt: z.string().nullable(),
    batch,
    totals,
  }),
  errors: [
    'fine-not-found',
    'already-paid',
    'already-pending',
    'fine-waived',
    'fine-changed',
    'not-own-entry',
    'totals-too-large',
  ],
  writes: true,
});

export const payFines = operation({
  id: 'fines.pay',
  method: 'POST',
  path: '/fines/pay',
  needs: 'collector',
  summary: 'Marks several pending fines as paid, all of them or none, with one payment for each user.',
  /** `method` and `reference`: of each payment */
  body: z.object({
    fines: shownFines(MAX_FINES_PER_PAYMENT).min(1, 'must name at least one fine'),
    method: paymentMethod.default('Cash'),
    reference: optionalText(MAX_LENGTH.reference).default(''),
  }),
  /** `receipts`: in the order of the users of `fines` */
  output: z.object({ receipts: z.array(z.string()), batch, totals }),
  errors: ['fines-not-pending', 'fines-changed', 'payment-too-large', 'totals-too-large'],
  writes: true,
});

/** Another fine that was reduced because the deleted one had doubled it. */
export const reduction = z.object({
  fineId: z.string(),
  from: rupeesTotal,
  to: rupeesTotal,
  status: fineStatus,
  /** what was paid above the new amount: credit of the user, which can be given back */
  toGiveBack: rupeesTotal,
});
export type Reduction = z.infer<typeof reduction>;

/** What the late surcharges that go with deleted fines are together, without what was waived. */
export const surchargesGone = rupeesTotal;
/** How many pictures go with deleted fines; of one kept for several of them once. */
export const picturesGone = z.number().int();
/** A reduction with the details of its fine. */
export const foreseenReduction = reduction.extend({ fineType, date: z.string() });

export const readDeletion = operation({
  id: 'fines.deletion',
  method: 'GET',
  path: '/fines/:fineId/deletion',
  needs: 'collector',
  summary:
    'Says which other fine would be reduced if a fine were deleted or waived as a mistake, and what surcharges and pictures go with it. Changes nothing.',
  params: z.object({ fineId: id }),
  output: z.object({ reduction: foreseenReduction.nullable(), surcharges: surchargesGone, pictures: picturesGone }),
  errors: ['fine-not-found'],
});
export type Deletion = Output<typeof readDeletion>;

export const deleteFine = operation({
  id: 'fines.delete',
  method: 'DELETE',
  path: '/fines/:fineId',
  needs: 'collector',
  summary: 'Deletes a fine; with the repeat-offence rule on, a fine that it had doubled is reduced.',
  params: z.object({ fineId: id }),
  /**
   * `reduces`: the id of the fine that was announced as reduced, empty for none; not checked if omitted.
   * The figures are those that were shown.
   */
  query: z.object({
    reduces: optionalText(128).optional(),
    amount: shownInQuery,
    paidAmount: shownInQuery,
    waivedAmount: shownInQuery,
  }),
  output: z.object({
    deleted: fine,
    reduction: reduction.nullable(),
    /** everything that becomes the user's credit */
    toCredit: rupeesTotal,
    pictures: picturesGone,
    totals,
  }),
  errors: ['fine-not-found', 'fine-changed', 'reduction-changed', 'not-own-entry'],
  writes: true,
});

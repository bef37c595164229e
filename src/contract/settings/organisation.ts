// What the organisation tells about itself, on receipts and elsewhere.
import { z } from 'zod';
import { MAX_DUE_DAYS } from '../../core/fines/due.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { PLACEHOLDERS, unknownPlaceholders } from '../../core/people/reminder.ts';
import { MAX_STEP, MAX_STEPS } from '../../core/people/reminder-plan.ts';
import { LANGUAGES } from '../../core/text/languages.ts';
import { ERRORS } from '../errors.ts';
import { operation, type Output } from '../operation.ts';
import {
  changesAsShown,
  id,
  notSpoiled,
  optionalLine,
  optionalText,
  paymentMethod,
  rupees,
  rupeesTotal,
} from '../shapes.ts';

export const organisation = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  receiptFoot: z.string(),
  /** identifies the logo for `organisation.logo`, and changes with it; null without a logo */
  logoVersion: z.string().nullable(),
  /** the payment methods on offer; recorded payments may have others */
  methods: z.array(paymentMethod),
  /** the days after which a new fine is due; null: new fines have no due day */
  dueDays: z.number().int().nullable(),
  /** the language for members who have not chosen one */
  language: z.enum(LANGUAGES),
  /** the texts of reminders; empty: the default texts of core/people/reminder.ts */
  reminderEn: z.string(),
  reminderUr: z.string(),
  /** account, Raast id, where to bring cash; may have several lines; where one is empty, the other is said */
  howToPayEn: z.string(),
  howToPayUr: z.string(),
  /** like `logoVersion`, for the picture of a payment QR code */
  payPictureVersion: z.string().nullable(),
  /** the days after a due day on which automatic reminders go out, ascending; null: there are none */
  remindSteps: z.array(z.number().int()).nullable(),
  /** members who owe less than this, in rupees, are not reminded automatically */
  remindMinimum: rupeesTotal,
  /** automatic reminders are suspended */
  remindersPaused: z.boolean(),
});
type Organisation = z.infer<typeof organisation>;

/** A text whose words in braces must all be placeholders. */
const template = optionalText(MAX_LENGTH.reminderText).refine(
  (text) => unknownPlaceholders(text).length === 0,
  `must have nothing in braces but ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}`,
);

/** Whole days after a due day, 0 for the due day itself. */
const steps = z
  .array(
    z
      .number()
      .int('must be whole days')
      .min(0, 'must not be before the due day')
      .max(MAX_STEP, `must be at most ${MAX_STEP} days`),
  )
  .min(1, 'must have a day')
  .max(MAX_STEPS, `must be at most ${MAX_STEPS} days`)
  .refine((days) => days.every((day, place) => place === 0 || day > (days[place - 1] ?? 0)), 'must grow');

/** Empty until the organisation fills them in. */
const texts = {
  name: optionalLine(MAX_LENGTH.organisationName),
  /** may have several lines */
  address: optionalText(MAX_LENGTH.organisationAddress),
  phone: optionalText(MAX_LENGTH.phone).refine(...notSpoiled),
  /** a line for the foot of receipts */
  receiptFoot: optionalLine(MAX_LENGTH.receiptFoot),
  reminderEn: template,
  reminderUr: template,
  howToPayEn: optionalText(MAX_LENGTH.howToPay),
  howToPayUr: optionalText(MAX_LENGTH.howToPay),
} satisfies Partial<Record<keyof Organisation, z.ZodType>>;

export const readOrganisation = operation({
  id: 'organisation.read',
  method: 'GET',
  path: '/organisation',
  needs: 'viewer',
  summary:
    "The organisation's name, address, phone, the line for the foot of receipts, the methods of payment offered, and after how many days fines are due.",
  output: organisation,
});

export const readLetterhead = operation({
  id: 'organisation.letterhead',
  method: 'GET',
  path: '/organisation/letterhead',
  needs: 'member',
  summary: 'What stands at the head and foot of receipts and statements.',
  output: organisation.pick({ name: true, address: true, phone: true, receiptFoot: true, logoVersion: true }),
});
export type Letterhead = Output<typeof readLetterhead>;

export const updateOrganisation = operation({
  id: 'organisation.update',
  method: 'PATCH',
  path: '/organisation',
  needs: 'administrator',
  // One picture at a time. The limit leaves room for one that is somewhat too large, so that the answer can say so.
  bodyLimit: { bytes: 512 * 1024, values: 100 },
  summary:
    "Changes only the fields of the organisation's settings that are sent; an empty text removes one. The logo and the picture of the QR code are PNG or JPEG; null removes them. The methods are all that are offered, and must include Cash. The days until a fine is due apply to fines added from then on; with null, those have no due day. Automatic reminders go out on the steps after a due day; with null, none do. Of a picture, its version is what was shown.",
  body: changesAsShown(
    z.object({
      ...texts,
      logo: z.base64('must be base64').nullable(),
      payPicture: z.base64('must be base64').nullable(),
      language: z.enum(LANGUAGES),
      methods: z.array(paymentMethod).refine((methods) => methods.includes('Cash'), 'must include Cash'),
      dueDays: z
        .number()
        .int('must be a whole number of days')
        .min(1, 'must be at least 1 day')
        .max(MAX_DUE_DAYS, `must be at most ${MAX_DUE_DAYS} days`)
        .nullable(),
      remindSteps: steps.nullable(),
      remindMinimum: rupees,
    }),
  ),
  output: organisation,
  errors: ['record-changed', 'logo-kind', 'logo-too-large', 'logo-too-wide'],
  writes: true,
});

/** What the page refuses before the server would. */
export const LOGO_REFUSALS = {
  'logo-kind': ERRORS['logo-kind'].message,
  'logo-too-large': ERRORS['logo-too-large'].message,
  'logo-too-wide': ERRORS['logo-too-wide'].message,
};

/** The answer is the picture, not JSON, and may be cached for good. */
export const readLogo = operation({
  id: 'organisation.logo',
  method: 'GET',
  path: '/organisation/logo/:version',
  needs: 'member',
  summary: "The organisation's logo; not found if the version is no longer the current one.",
  params: z.object({ version: id }),
  output: z.unknown(),
  errors: ['not-found'],
});

/** The answer is the picture, not JSON, and may be cached for good. */
export const readPayPicture = operation({
  id: 'organisation.payPicture',
  method: 'GET',
  path: '/organisation/pay-picture/:version',
  needs: 'member',
  summary: 'The picture of the payment QR code; not found if the version is no longer the current one.',
  params: z.object({ version: id }),
  output: z.unknown(),
  errors: ['not-found'],
});

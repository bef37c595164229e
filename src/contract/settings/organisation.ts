// What the organisation says of itself, on receipts and elsewhere.
import { z } from 'zod';
import { MAX_DUE_DAYS } from '../../core/fines/due.ts';
import { MAX_LENGTH, MAX_LOGO_SIZE } from '../../core/limits.ts';
import { operation } from '../operation.ts';
import { changesOf, id, notSpoiled, optionalText, paymentMethod } from '../shapes.ts';

export const organisation = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  receiptFoot: z.string(),
  /** under which `organisation.logo` answers with the logo; another logo has another one; null without a logo */
  logoVersion: z.string().nullable(),
  /** the methods of payment that are offered where one is chosen; what is recorded may have another */
  methods: z.array(paymentMethod),
  /** after how many days a new fine is due; null: new fines have no due day */
  dueDays: z.number().int().nullable(),
});
type Organisation = z.infer<typeof organisation>;

/** Empty until there is one. */
const texts = {
  name: optionalText(MAX_LENGTH.organisationName),
  /** may have several lines */
  address: optionalText(MAX_LENGTH.organisationAddress),
  phone: optionalText(MAX_LENGTH.phone).refine(...notSpoiled),
  /** a line for the foot of receipts */
  receiptFoot: optionalText(MAX_LENGTH.receiptFoot),
} satisfies Partial<Record<keyof Organisation, z.ZodType>>;

export const readOrganisation = operation({
  id: 'organisation.read',
  method: 'GET',
  path: '/organisation',
  needs: 'viewer',
  summary:
    "The organisation's name, address, phone, the line for the foot of receipts, the methods of payment offered, and after how many days fines are due.",
  output: organisation,
  errors: [],
  writes: false,
});

export const updateOrganisation = operation({
  id: 'organisation.update',
  method: 'PATCH',
  path: '/organisation',
  needs: 'administrator',
  // Of a logo that is somewhat too large the answer says so.
  bodyLimit: { bytes: 2 * MAX_LOGO_SIZE, values: 50 },
  summary:
    'Changes what is sent of them; an empty text removes it. The logo is a PNG or JPEG picture; null removes it. The methods are all that are offered, always Cash. Days until a fine is due are given to fines added from then on; null: they have no due day.',
  body: changesOf(
    z.object({
      ...texts,
      logo: z.base64('must be base64').nullable(),
      methods: z.array(paymentMethod).refine((methods) => methods.includes('Cash'), 'must include Cash'),
      dueDays: z
        .number()
        .int('must be a whole number of days')
        .min(1, 'must be at least 1 day')
        .max(MAX_DUE_DAYS, `must be at most ${MAX_DUE_DAYS} days`)
        .nullable(),
    }),
  ),
  output: organisation,
  errors: ['logo-kind', 'logo-too-large'],
  writes: true,
});

/** No JSON: the answer is the picture, which may be cached for good. */
export const readLogo = operation({
  id: 'organisation.logo',
  method: 'GET',
  path: '/organisation/logo/:version',
  needs: 'member',
  summary: "The organisation's logo, as long as it has this version.",
  params: z.object({ version: id }),
  output: z.unknown(),
  errors: ['not-found'],
  writes: false,
});

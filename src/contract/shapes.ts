// Shapes that several areas share: amounts, days, ids, pages, totals.
import { z } from 'zod';
import { isCalendarDay } from '../core/calendar.ts';
import type { FineType } from '../core/fines/type-name.ts';
import { tidyEmail } from '../core/people/email.ts';
import { isBlank, normalizedLine, normalizedText, seen } from '../core/text/letters.ts';
import { MAX_LENGTH, MIN_REASON } from '../core/limits.ts';
import { paisaFromRupees } from '../core/money/money.ts';
import { PAYMENT_METHODS } from '../core/money/payment.ts';
import { isSpoiledNumber } from '../core/people/phone.ts';
import { onlyFor, onlyForOrOwn } from './only-for.ts';

// Amounts are rupees in what is sent, which these schemas check and describe. Both sides read and write them as paisa:
// `toWire` and `fromWire` of index.ts convert every field whose name is that of an amount.

/** The schemas of amounts. */
export const AMOUNTS = z.registry<{ amount: true }>();
function amountShape<T extends z.ZodType>(schema: T): T {
  AMOUNTS.add(schema, { amount: true });
  return schema;
}

/** An amount in a request: from 0 to 999,999,999.99 with at most two decimals (MONEY-1). */
export const rupees = amountShape(z.number({ error: 'must be a number of rupees' }))
  .min(0, 'must not be negative')
  .max(999_999_999.99, 'must not be more than 999,999,999.99')
  .refine((value) => paisaFromRupees(value) !== null, 'must have at most two decimals');

/** A sum or balance in answers: may be negative, or larger than any single amount. */
export const rupeesTotal = amountShape(z.number());

/** A balance in a request, as it was shown: may be negative. */
export const shownBalance = amountShape(z.number({ error: 'must be a number of rupees' }));

/** A sum in a request, as it was shown. */
export const shownTotal = shownBalance.min(0, 'must not be negative');

/** An amount in a query, as it was shown. */
export const shownInQuery = amountShape(
  z.coerce
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be a number of rupees')
    .pipe(z.coerce.number()),
).optional();

/** A calendar day, `yyyy-mm-dd`, that exists. */
export const day = z
  .string()
  .refine(isCalendarDay, 'must be a day that exists, written yyyy-mm-dd')
  .meta({ minLength: 10, maxLength: 10 });

/** An instant in answers, ISO 8601 in UTC. */
export const instant = z.string();

/**
 * Somebody who acts in the system. `id` stays when their e-mail changes; `name` is empty if they have not given one.
 */
export const person = z.object({ id: z.string(), email: onlyFor('viewer', z.string()), name: z.string() });
export type Person = z.infer<typeof person>;

/** The type of a fine in answers, as it is recorded. */
export const fineType = z.string() as z.ZodType as z.ZodType<FineType, FineType>;

/** The payment methods that a person can choose. */
export const paymentMethod = z.enum(PAYMENT_METHODS);

/** An id: our own, or from an import. */
export const id = idUpTo(MAX_LENGTH.id);

/** The id of an actor or holder, as it was shown. */
export const actorId = idUpTo(MAX_LENGTH.actorId);

function idUpTo(max: number) {
  return z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must not hold control characters');
}

/** A text a person typed, as it is kept: not empty, without NUL, at most `max` characters. */
export const text = (max: number) => optionalText(max).refine((value) => !isBlank(value), 'must not be empty');

/** Like {@link text}, but may be empty. Lone surrogates and NUL are refused because PostgreSQL cannot store them. */
export const optionalText = (max: number) =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be plain text')
    .overwrite(normalizedText)
    .max(max, `must be at most ${max} characters`);

/** A text of one line, such as a name: line breaks, tabs and repeated spaces are kept as one space. */
export const line = (max: number) => text(max).overwrite(normalizedLine);

/** Like {@link line}, but may be empty. */
export const optionalLine = (max: number) => optionalText(max).overwrite(normalizedLine);

/** A user's address in answers; null if an import found it in use by another user. */
export const memberEmail = onlyFor('viewer', z.string().nullable());

/** An e-mail address to find or store, without invisible marks. */
export const email = optionalText(MAX_LENGTH.email).overwrite(tidyEmail);

/** Checks that a spreadsheet has not cut off the digits of a telephone number. */
export const notSpoiled = [
  (phone: string) => !isSpoiledNumber(phone),
  'must not be what a spreadsheet left of a number, such as 9.23E+11',
] as const;

/** Checks a list of users. */
export const noUserTwice = [
  (ids: readonly string[]) => new Set(ids).size === ids.length,
  'must not name a user twice',
] as const;

/** The reason for a waiver or a reversal. */
export const givenReason = text(MAX_LENGTH.reason).refine(
  (reason) => seen(reason).length >= MIN_REASON,
  `must be at least ${MIN_REASON} characters`,
);

/** A search term; an empty one matches everything. */
export const searchTerm = optionalText(MAX_LENGTH.search).default('');

/**
 * Identifies everything that one request recorded, so that it can be undone in one go: the number of its first journal
 * entry.
 */
export const batch = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Query of a paged list. Pages count from 1; a page holds at most two screenfuls. */
export const pageQuery = (defaultSize: number, largest = 100) => ({
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(largest).default(defaultSize),
});

/** One page of a list; `totalItems` counts all that match. A page past the end is empty. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalItems: z.number().int(),
  });

/** The organisation's totals, all from one snapshot (TOTAL-7). */
export const totals = z.object({
  totalFinesAmount: rupeesTotal,
  pendingFinesAmount: rupeesTotal,
  /** total - pending */
  collectedAmount: rupeesTotal,
  /** the sum of all events' amounts */
  usedAmount: rupeesTotal,
  /** collected - used; can be negative */
  availableBalance: rupeesTotal,
  /** what members have paid beyond their fines */
  creditHeld: rupeesTotal,
  /** percent, 100 if nothing was ever charged */
  collectionRate: z.number().int(),
  fineCount: z.number().int(),
  paidCount: z.number().int(),
});
export type Totals = z.infer<typeof totals>;

/** What a group of members is called. */
export const groupNames = z.object({
  name: z.string(),
  /** empty if it has none */
  urduName: z.string(),
});

/** Members of a group, by its id; "none": of no group; empty: of any or none. */
export const groupFilter = optionalText(MAX_LENGTH.id).default('');

export const userStatus = z.enum(['Active', 'Inactive']);

/** A user's own figures. */
export const summary = z.object({
  totalFine: rupeesTotal,
  pendingFine: rupeesTotal,
  paidAmount: rupeesTotal,
  /** ACCESS-13 */
  credit: onlyForOrOwn('viewer', rupeesTotal),
  fineCount: z.number().int(),
  paidCount: z.number().int(),
  /** the newest fine date, null without fines */
  lastActivity: z.string().nullable(),
});
export type Summary = z.infer<typeof summary>;

/** Fields with a default, which would be applied to a field that a change omits. */
type Defaulted<S> = { [K in keyof S]: S[K] extends z.ZodDefault | z.ZodPrefault ? K : never }[keyof S];

/** Such as the methods of payment offered. */
const listAsRead = z.array(z.union([z.string().max(40), z.number()])).max(20);
/** A field as it was read: an import may have left what no form accepts. */
const asRead = z
  .union([z.string().max(MAX_LENGTH.description), z.number(), z.boolean(), listAsRead])
  .nullable()
  .optional();

/**
 * The fields of a form that are to be changed, at least one, since an empty change is probably a mistake; with some of
 * them as they were shown to the person (`shown`). If one of those has changed since, nothing is saved:
 * `record-changed`. A form with a defaulted field does not compile: defaults belong to adding,
 * `form.extend({ field: schema.default(value) })`.
 */
export const changesAsShown = <S extends z.ZodRawShape>(
  form: [Defaulted<S>] extends [never] ? z.ZodObject<S> : never,
) => {
  const fields = Object.keys((form as z.ZodObject<S>).shape);
  const shown = Object.fromEntries(fields.map((field) => [field, asRead])) as Record<keyof S & string, typeof asRead>;
  return (
    (form as z.ZodObject<S>)
      .partial()
      // Strict: a misspelt field would be one that is not compared.
      .extend({ shown: z.strictObject(shown).optional() })
      .refine((changes) => Object.keys(changes).some((field) => field !== 'shown'), 'must have a field to change')
  );
};

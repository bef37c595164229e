// The details of an error, by its code, whose fields are blanked as in other answers; and what the page has of the errors.
import { z } from 'zod';
import { IMPORT_PROBLEMS } from '../core/files/import-columns.ts';
import { type ErrorCode, ERRORS } from './errors.ts';
import { event } from './events.ts';
import { assessment, fine } from './fines/fines.ts';
import { cashHolder } from './money/cash.ts';
import { debtor } from './money/debtors.ts';
import { creditUses, owed } from './money/payments.ts';
import { rupeesTotal } from './shapes.ts';

const problems = z.array(z.object({ path: z.string(), message: z.string() }));
const userIds = z.object({ userIds: z.array(z.string()) });
const seconds = z.object({ seconds: z.number() });

/**
 * The only codes that have details. For a record that is not as it was shown, the details are the record as it is now.
 */
export const DETAILS = {
  'invalid-input': problems,
  'emails-in-use': problems,
  'import-problems': z.object({
    problems: z.array(z.object({ row: z.number().int(), column: z.string(), problem: z.enum(IMPORT_PROBLEMS) })),
    problemCount: z.number().int(),
  }),
  'origin-refused': z.object({ address: z.string() }),
  /** until another try */
  'too-many-attempts': seconds,
  'too-many-requests': seconds,
  'user-not-found': userIds,
  'charges-changed': assessment,
  'fine-changed': fine,
  /** `deleted`: ids */
  'fines-changed': z.object({ fines: z.array(fine), deleted: z.array(z.string()) }),
  /** ids */
  'fines-not-pending': z.object({ paid: z.array(z.string()), deleted: z.array(z.string()) }),
  'payment-changed': owed,
  'debts-changed': z.object({ debtors: z.array(debtor) }),
  'credit-changed': z.object({ credit: rupeesTotal }),
  'credit-used': creditUses,
  'cash-changed': cashHolder,
  /** the cash of the person who took it over */
  'cash-passed-on': cashHolder,
  'event-changed': event,
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>;

export type DetailsOf<C extends ErrorCode> = C extends keyof typeof DETAILS ? z.output<(typeof DETAILS)[C]> : never;

// The page has no sentences: they come with the answers.

const ALL: Readonly<Record<string, { status: number; field?: string }>> = ERRORS;

/** By code, the field of the request's body that a refusal is about; null: none, or not always the same. */
export const FIELD_OF: Readonly<Record<string, string | null>> = Object.fromEntries(
  Object.entries(ALL).map(([code, { field = null }]) => [code, field]),
);

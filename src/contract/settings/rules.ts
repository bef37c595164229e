// The application's rules, each a switch, and the terms of the late surcharge.
import { z } from 'zod';
import { MAX_LEFT_OUT, MAX_SURCHARGE_DAYS, MAX_SURCHARGES } from '../../core/fines/late-surcharge.ts';
import { operation } from '../operation.ts';
import { changesAsShown, day, id, noUserTwice, rupees, rupeesTotal } from '../shapes.ts';

export const rule = z.object({
  id: z.string(),
  description: z.string(),
  allowDisallow: z.boolean(),
});
export type Rule = z.infer<typeof rule>;

export const listRules = operation({
  id: 'rules.list',
  method: 'GET',
  path: '/rules',
  needs: 'viewer',
  summary: 'All app rules.',
  output: z.object({ items: z.array(rule) }),
});

export const switchRule = operation({
  id: 'rules.switch',
  method: 'PUT',
  path: '/rules/:ruleId',
  needs: 'administrator',
  summary: 'Switches an app rule on or off.',
  params: z.object({ ruleId: id }),
  body: z.object({ allowDisallow: z.boolean() }),
  output: rule,
  errors: ['rule-not-found', 'passkey-first', 'due-days-first'],
  writes: true,
});

const whole = (from: number, to: number) =>
  z.number().int('must be a whole number').min(from, `must be at least ${from}`).max(to, `must be at most ${to}`);

/** What is added to a fine that is not paid in time, and when. */
export const surchargeTerms = z.object({
  /** what each adds; null if it is a percentage */
  amount: rupees.refine((amount) => amount > 0, 'must be more than 0').nullable(),
  /** of what is outstanding, rounded down to whole rupees; null if it is an amount */
  percent: whole(1, 100).nullable(),
  /** days after the due day on which nothing is added yet */
  graceDays: whole(0, MAX_SURCHARGE_DAYS),
  /** days between two of one fine */
  everyDays: whole(1, MAX_SURCHARGE_DAYS),
  /** how many a fine may bear */
  times: whole(1, MAX_SURCHARGES),
  /** the most that all of them may be, as a percentage of the fine */
  mostPercent: whole(1, 100),
});

const some = z.object({ members: z.number().int(), fines: z.number().int(), amount: rupeesTotal });

const surcharges = z.object({
  isOn: z.boolean(),
  /** whether new fines have due days, without which there are no surcharges */
  hasDueDays: z.boolean(),
  terms: surchargeTerms,
  /** members who are left out by name */
  leftOut: z.array(z.object({ userId: z.string(), userName: z.string() })),
  /** what the rule would add now; while it is off, if it were switched on */
  now: some,
  /** what it has added today, as far as it was not undone */
  today: some,
});
export type Surcharges = z.infer<typeof surcharges>;

export const readSurcharges = operation({
  id: 'surcharges.read',
  method: 'GET',
  path: '/surcharges',
  needs: 'viewer',
  summary:
    'The terms of the rule "Late surcharge", what it would add now, and what it has added today. Each surcharge is a fine of its own.',
  output: surcharges,
});

export const updateSurcharges = operation({
  id: 'surcharges.update',
  method: 'PATCH',
  path: '/surcharges',
  needs: 'administrator',
  summary:
    'Changes the terms of the rule "Late surcharge", or who is left out. Under other terms, nothing is added for days before today.',
  body: changesAsShown(
    surchargeTerms.extend({
      /** ids of users */
      leftOut: z
        .array(id)
        .max(MAX_LEFT_OUT, `must be at most ${MAX_LEFT_OUT} members`)
        .refine(...noUserTwice),
    }),
  ).refine(
    ({ amount, percent }) =>
      amount === undefined || percent === undefined ? amount === percent : (amount === null) !== (percent === null),
    {
      path: ['amount'],
      error: 'must be sent with the percentage, and one of the two be null',
      when: ({ issues }) => issues.length === 0,
    },
  ),
  output: surcharges,
  errors: ['record-changed', 'user-not-found'],
  writes: true,
});

export const undoSurcharges = operation({
  id: 'surcharges.undo',
  method: 'POST',
  path: '/surcharges/undo',
  needs: 'administrator',
  summary:
    'Deletes surcharges that were added today, some at a time: send it again while any are left. What was paid of them becomes credit, and nothing is added again for days up to today.',
  /** today, as it was shown */
  body: z.object({ day }),
  output: z.object({ undone: z.number().int(), remaining: z.number().int() }),
  errors: ['nothing-to-undo'],
  writes: true,
});

// The history: every entry of the journal as facts, from which the web makes sentences.
import { z } from 'zod';
import { ACTIONS, HISTORY_KINDS } from '../core/journal.ts';
import { RECORDED_CHANNELS } from '../core/people/reminder.ts';
import { HISTORY_PAGE_SIZE, MAX_LENGTH } from '../core/limits.ts';
import { event } from './events.ts';
import { fineState } from './fines/fine-details.ts';
import { listedFineType } from './fines/fine-types.ts';
import { listedGroup } from './settings/groups.ts';
import { operation, type Output } from './operation.ts';
import { handOver, payOut } from './money/cash.ts';
import { payment, reversal } from './money/payments.ts';
import { owingMember } from './money/reminders.ts';
import { refund } from './money/refunds.ts';
import { requestFacts } from './money/requests.ts';
import { organisation } from './settings/organisation.ts';
import { surchargeTerms } from './settings/rules.ts';
import { day, fineType, groupNames, id, instant, rupeesTotal, text } from './shapes.ts';
import { apiKey } from './sign-in/api-keys.ts';
import { user } from './users.ts';
import { waiver } from './money/waivers.ts';
import { actorNameOrNull } from './only-for.ts';

/** A record before and after a change; null before it was added and after it was deleted. */
const beforeAndAfter = <T extends z.ZodType>(state: T) => ({ before: state.nullable(), after: state.nullable() });

const fineFacts = z.object({
  subject: z.literal('fine'),
  fineId: z.string(),
  ...beforeAndAfter(fineState),
  /** because of another fine in the same week */
  doubled: z.boolean(),
  /** the receipts of the payments that paid it in this change, or from which it was taken back */
  receipts: z.array(z.string()),
  /** credit paid it in this change, or was freed */
  byCredit: z.boolean(),
});

const waiverOfFine = waiver.pick({ fineId: true, fineType: true, date: true });

const reversed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment'), receipt: z.string().nullable() }),
  z.object({ kind: z.literal('refund'), voucher: z.string() }),
  waiverOfFine.extend({ kind: z.literal('waiver') }),
  handOver.pick({ holder: true, takenBy: true, day: true }).extend({ kind: z.literal('hand-over') }),
  payOut.pick({ holder: true, event: true }).extend({ kind: z.literal('pay-out') }),
]);

// A new field of a user is part of the history too, and is blank there for the same readers as elsewhere.
const userState = user
  .omit({
    id: true,
    number: true,
    createdAt: true,
    updatedAt: true,
    signIn: true,
    lastSignIn: true,
    groupId: true,
  })
  .extend({ group: groupNames.nullable() });
const eventState = event.omit({ id: true, status: true });
const typeState = listedFineType.omit({ id: true, useCount: true });
const groupState = listedGroup.omit({ id: true, memberCount: true, activeCount: true });
/** The rest is of the rule "Late surcharge" alone. */
const ruleState = surchargeTerms.partial().extend({
  isOn: z.boolean(),
  /** names of the members who are left out */
  leftOut: z.array(z.string()).optional(),
});
const organisationState = organisation.omit({ logoVersion: true, payPictureVersion: true });
const pictureChange = z.enum(['unchanged', 'changed', 'removed']);

/** Passwords, links and pictures are not recorded in the journal. */
const facts = z.discriminatedUnion('subject', [
  fineFacts,
  payment
    .pick({ receipt: true, amount: true, method: true, reference: true, receivedOn: true, note: true })
    .extend({ subject: z.literal('payment') }),
  waiver
    .pick({ fineId: true, fineType: true, date: true, amount: true, mistake: true, reason: true })
    .extend({ subject: z.literal('waiver') }),
  refund
    .pick({ voucher: true, amount: true, method: true, reference: true, givenOn: true, note: true })
    .extend({ subject: z.literal('refund') }),
  reversal.pick({ amount: true, reason: true }).extend({ subject: z.literal('reversal'), of: reversed }),
  payOut.pick({ holder: true, amount: true, note: true }).extend({
    subject: z.literal('pay-out'),
    /** its name at the time; null if the cash was not for an event */
    event: z.string().nullable(),
  }),
  handOver
    .pick({ holder: true, held: true, counted: true, takenBy: true, note: true })
    .extend({ subject: z.literal('hand-over') }),
  owingMember.pick({ overdue: true }).extend({
    subject: z.literal('reminder'),
    channel: z.enum(RECORDED_CHANNELS),
    /** what was owed at the time */
    amount: rupeesTotal,
  }),
  z.object({
    subject: z.literal('promise'),
    /** null: the promise was removed */
    until: z.string().nullable(),
  }),
  z.object({
    subject: z.literal('skip'),
    /** the day of the skipped reminder; null: it is to go out after all */
    upTo: z.string().nullable(),
  }),
  z.object({
    subject: z.literal('user'),
    ...beforeAndAfter(userState),
    /** the name of the other record of the same person that it was joined with, or parted from again */
    joinedWith: z.string().nullable(),
  }),
  z.object({
    subject: z.literal('event'),
    ...beforeAndAfter(eventState),
  }),
  z.object({
    subject: z.literal('setting'),
    /** of the rule */
    id: z.string(),
    /** in English */
    name: z.string(),
    ...beforeAndAfter(ruleState),
  }),
  z.object({ subject: z.literal('fine-type'), ...beforeAndAfter(typeState), movedUp: z.boolean() }),
  z.object({ subject: z.literal('group'), ...beforeAndAfter(groupState), movedUp: z.boolean() }),
  apiKey.pick({ name: true, access: true }).extend({ subject: z.literal('api-key') }),
  requestFacts.extend({ subject: z.literal('request') }),
  z.object({
    subject: z.literal('organisation'),
    before: organisationState,
    after: organisationState,
    logo: pictureChange,
    payPicture: pictureChange,
  }),
]);
export type Facts = z.infer<typeof facts>;

/** A changed record in the history, before or after. */
export type State<S extends Facts['subject']> = NonNullable<Extract<Facts, { subject: S; after: unknown }>['after']>;

export const historyEntry = z.object({
  /** grows with time */
  sequence: z.number().int(),
  /** the same for everything done by one command */
  batch: z.number().int(),
  at: instant,
  action: z.enum(ACTIONS),
  /** null for an import */
  actor: actorNameOrNull,
  /** their id; null for an import, and if it is not recorded */
  actorId: z.string().nullable(),
  /** the member it is about; null if there is none */
  member: z.object({ userId: z.string(), userName: z.string() }).nullable(),
  facts,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** The sequence of an entry; 0 is before the first. */
const place = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The filter; without it, all entries. */
export const historyFilter = z.object({
  userId: id.optional(),
  fineId: id.optional(),
  /** e-mail of the person who did it */
  actor: text(MAX_LENGTH.email).optional(),
  kind: z.enum(HISTORY_KINDS).optional(),
  /** the organisation's days */
  from: day.optional(),
  to: day.optional(),
});

export const listHistory = operation({
  id: 'history.list',
  method: 'GET',
  path: '/history',
  needs: 'viewer',
  summary: `Entries of the journal, newest first, ${HISTORY_PAGE_SIZE} at a time: the newest, or those next to an entry.`,
  query: historyFilter
    .extend({
      /** only entries older than this one */
      before: place.optional(),
      /** only entries newer than this one; 0 gives the oldest */
      after: place.optional(),
    })
    .refine(({ before, after }) => before === undefined || after === undefined, {
      path: ['after'],
      error: 'must not come with before',
    }),
  output: z.object({
    items: z.array(historyEntry),
    hasNewer: z.boolean(),
    hasOlder: z.boolean(),
    /** of the member and the fine in the filter; null if not filtered, or unknown */
    userName: z.string().nullable(),
    fine: z.object({ fineType, date: z.string() }).nullable(),
  }),
});
export type History = Output<typeof listHistory>;

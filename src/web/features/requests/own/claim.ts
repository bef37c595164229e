// The form "I have paid": what it shows, what is wrong with it, and what is sent (REQ-1).
import type { ExplainedFine } from '../../../../contract/overview.ts';
import type { sendClaim } from '../../../../contract/money/requests.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import { type CalendarDay, parseDay } from '../../../../core/calendar.ts';
import { addPaisa, parseAmount } from '../../../../core/money/money.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';

/** As typed and ticked. */
export interface ClaimValues {
  /** ids of fines that were not paid */
  unticked: string[];
  /** null: what is still to be paid of the ticked fines */
  amount: string | null;
  /** null: the first offered method other than Cash */
  method: PaymentMethod | null;
  reference: string;
  /** null: today */
  receivedOn: string | null;
  /** base64 */
  picture: string | null;
}

export const EMPTY_CLAIM: ClaimValues = {
  unticked: [],
  amount: null,
  method: null,
  reference: '',
  receivedOn: null,
  picture: null,
};

export interface Claimable {
  /** what is owed, oldest first */
  fines: readonly ExplainedFine[];
  /** the ids of those for which a request is already open */
  open: readonly string[];
  methods: readonly PaymentMethod[];
  today: CalendarDay;
}

/** Defaults to a method other than Cash, because most members who claim to have paid sent the money from a phone. */
export const methodOf = ({ method }: ClaimValues, methods: readonly PaymentMethod[]): PaymentMethod =>
  method ?? methods.find((offered) => offered !== 'Cash') ?? 'Cash';

/** What can be ticked: a fine has one open request at a time (REQ-3). */
export const freeOf = ({ fines, open }: Claimable): ExplainedFine[] => fines.filter(({ id }) => !open.includes(id));

const tickedOf = (claimable: Claimable, { unticked }: ClaimValues): ExplainedFine[] =>
  freeOf(claimable).filter(({ id }) => !unticked.includes(id));

/** What is still to be paid of the ticked fines. */
export const dueOf = (claimable: Claimable, values: ClaimValues): number =>
  addPaisa(...tickedOf(claimable, values).map(({ outstanding }) => outstanding));

/** By how much the typed amount exceeds everything that is owed; 0 if it does not. */
export function tooMuchIn({ fines }: Claimable, { amount }: ClaimValues): number {
  const owed = addPaisa(...fines.map(({ outstanding }) => outstanding));
  return amount === null ? 0 : Math.max(0, (parseAmount(amount) ?? 0) - owed);
}

export type ClaimProblem =
  | { field: 'unticked'; problem: 'none' }
  | { field: 'amount'; problem: 'invalid' | 'zero' }
  | { field: 'receivedOn'; problem: 'invalid' | 'future' };

/** What is sent, or the first problem. */
export function readClaim(
  claimable: Claimable,
  values: ClaimValues,
): { body: CallInput<typeof sendClaim>['body'] } | ClaimProblem {
  const ticked = tickedOf(claimable, values);
  const amount = values.amount === null ? dueOf(claimable, values) : parseAmount(values.amount);
  const { today, methods } = claimable;
  const receivedOn = values.receivedOn === null ? today : parseDay(values.receivedOn, today);
  // Without a fine the server would take it for everything owed.
  if (ticked.length === 0) return { field: 'unticked', problem: 'none' };
  if (amount === null) return { field: 'amount', problem: 'invalid' };
  if (amount === 0) return { field: 'amount', problem: 'zero' };
  if (receivedOn === null) return { field: 'receivedOn', problem: 'invalid' };
  if (receivedOn > today) return { field: 'receivedOn', problem: 'future' };
  return {
    body: {
      fineIds: ticked.map(({ id }) => id),
      amount,
      method: methodOf(values, methods),
      reference: values.reference.trim(),
      receivedOn,
      picture: values.picture,
    },
  };
}

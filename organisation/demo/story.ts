// What the parts of the demonstration share.
import { listOwnSessions } from '../../src/contract/sign-in/account.ts';
import type { PaymentMethod } from '../../src/core/money/payment.ts';
import type { Random } from '../random.ts';
import type { Cast, Person } from './cast.ts';
import type { DemoDay } from './days.ts';
import type { Hand, Office } from './office.ts';

export interface Story {
  readonly office: Office;
  /** of the part of the day that is told, so that no part moves another */
  random: Random;
  readonly cast: Cast;
  readonly manager: Hand;
  /** The collector on duty: in the second year there are two. */
  collector(): Hand;
  /** Who enters the lists of the gate: a collector, until its clock has an API key. */
  gate(): Hand;
  setGate(hand: Hand): void;
  /** the day that the story has reached */
  day: DemoDay;
  /** people who have a record and have not left */
  present: Person[];
  /** fines of the last days, the newest last */
  fines: { id: string; person: Person; ago: number }[];
  /** payments of the last days that became no credit, the newest last */
  payments: { id: string; amount: number; method: PaymentMethod; ago: number }[];
  /** people who were fined since they last paid everything; approximately */
  readonly owing: Set<Person>;
  /** people whose last payment left them credit */
  readonly inCredit: Set<Person>;
  /** people who chose a password */
  readonly signedIn: Person[];
}

export const rupees = (amount: number): number => Math.round(amount * 100) / 100;

/** Opens the app, like somebody checking what they owe; signs in if necessary. */
export async function openApp({ office }: Story, person: Person): Promise<void> {
  await office.as(person)(listOwnSessions, {});
}

/** Removes and returns the newest wanted item. */
export function takeNewest<T>(items: T[], isWanted: (item: T) => boolean): T | undefined {
  const place = items.findLastIndex(isWanted);
  return place === -1 ? undefined : items.splice(place, 1)[0];
}

// Adds users, fines and events through the API in tests, with valid default values.
import { ofEachText } from '../../src/core/fines/fine-texts.ts';
import { RULE_ID, type RuleName } from '../../src/core/fines/rules.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import type { EventForm } from '../../src/contract/events.ts';
import { readFine } from '../../src/contract/fines/fine-details.ts';
import {
  addFines,
  assessFines,
  type Fine,
  listFines,
  type payFines,
  setFineStatus,
} from '../../src/contract/fines/fines.ts';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';
import { addUser as addUserOperation, type User } from '../../src/contract/users.ts';
import { reverseWaiver } from '../../src/contract/money/waivers.ts';
import type { Answer, Client } from './client.ts';

export type UserForm = CallInput<typeof addUserOperation>['body'];

let people = 0;

/** A valid user form with a unique e-mail. */
export function userForm(over: Partial<UserForm> = {}): UserForm {
  people += 1;
  return {
    userName: `Person ${people}`,
    userEmail: `person${people}@example.pk`,
    userRole: 'Clerk',
    phone: '0300 1234567',
    status: 'Active',
    ...over,
  };
}

export function addUser(administrator: Client, over: Partial<UserForm> = {}): Promise<User> {
  return administrator.must(addUserOperation, { body: userForm(over) });
}

export async function addUsers(administrator: Client, names: readonly string[]): Promise<User[]> {
  const users: User[] = [];
  for (const userName of names) users.push(await addUser(administrator, { userName }));
  return users;
}

export interface Submission {
  userIds: string[];
  amount?: number;
  date?: string;
  fineType?: string;
  description?: string;
}

/** The body that the add dialog sends; by default on a Wednesday. */
export const submission = (given: Submission) => ({
  fineType: 'Late arrival',
  amount: 100,
  date: '2026-11-18',
  ...given,
});

/** Adds fines like the add dialog: assesses the charges and confirms them. */
export async function fine(administrator: Client, given: Submission): Promise<Output<typeof addFines>> {
  const body = submission(given);
  const { charges } = await administrator.must(assessFines, { body });
  return administrator.must(addFines, { body: { ...body, confirmed: confirmation(charges) } });
}

/** The same for one user; returns the fine. */
export async function fineOne(
  administrator: Client,
  userId: string,
  given: Omit<Submission, 'userIds'> = {},
): Promise<Fine> {
  const { fineIds } = await fine(administrator, { ...given, userIds: [userId] });
  const fineId = only(fineIds);
  return only((await finesOf(administrator, userId)).filter(({ id }) => id === fineId));
}

/** The body that the dialog "Correct" sends for a fine as it is shown. */
export function correction(shownFine: Fine, changes: Partial<Fine>) {
  const fields = ({ fineType, amount, date, ...others }: Fine) => ({
    fineType,
    ...ofEachText((name) => others[name]),
    amount,
    date,
  });
  return {
    ...fields({ ...shownFine, ...changes }),
    shown: { ...fields(shownFine), waivedAmount: shownFine.waivedAmount },
  };
}

/** The charges in the form in which they are confirmed. */
export const confirmation = (charges: readonly { userId: string; amount: number; doubled: boolean }[]) =>
  charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));

export async function setRule(
  administrator: Client,
  allowDisallow: boolean,
  rule: RuleName = 'repeat-offence',
): Promise<void> {
  await administrator.must(switchRule, { params: { ruleId: RULE_ID[rule] }, body: { allowDisallow } });
}

/** A valid event form. */
export const eventForm = (over: Partial<EventForm> = {}): EventForm => ({
  title: 'Tea',
  description: 'For all',
  date: '2026-11-18',
  location: 'Office',
  amount: 5,
  ...over,
});

/** All fines of a user, newest first. */
export async function finesOf(administrator: Pick<Client, 'must'>, userId: string): Promise<Fine[]> {
  const { items } = await administrator.must(listFines, { query: { userId, pageSize: 100 } });
  return items;
}

/** The only item of a list. */
export function only<T>(items: readonly T[]): T {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) throw new Error(`Expected one item, not ${items.length}`);
  return item;
}

/** Asserts that a call was refused. */
export function refusal<O extends Operation>(answer: Answer<O>) {
  if (answer.ok) throw new Error(`Expected a refusal, not ${JSON.stringify(answer.value).slice(0, 200)}`);
  return answer;
}

type Marked = CallInput<typeof setFineStatus>['body'];

/** The figures that an action on a fine carries. */
export const shownOf = ({ amount, paidAmount, waivedAmount }: Marked['shown']): Marked['shown'] => ({
  amount,
  paidAmount,
  waivedAmount,
});

/** Marks a fine like the fines screen: with its figures as they are now. One that is gone is marked all the same. */
export async function tryToMark(
  client: Pick<Client, 'call'>,
  fineId: string,
  status: Marked['status'],
  by: Pick<Marked, 'method' | 'reference'> & { key?: string } = {},
): Promise<Answer<typeof setFineStatus>> {
  const { key, ...how } = by;
  const read = await client.call(readFine, { params: { fineId } });
  const shown = read.ok ? shownOf(read.value.fine) : { amount: 0, paidAmount: 0, waivedAmount: 0 };
  const input = { params: { fineId }, body: { status, shown, ...how } };
  return await client.call(setFineStatus, input, key === undefined ? {} : { key });
}

/** The same, which must be done. */
export async function mark(...of: Parameters<typeof tryToMark>): Promise<Output<typeof setFineStatus>> {
  const answer = await tryToMark(...of);
  if (!answer.ok) throw new Error(`fines.setStatus: ${answer.status} ${answer.code}: ${answer.message}`);
  return answer.value;
}

/** Fines to be marked paid at once, as they are shown. */
export const toPay = (fines: readonly Pick<Fine, 'id' | 'outstanding'>[]): CallInput<typeof payFines>['body'] => ({
  fines: fines.map(({ id: fineId, outstanding }) => ({ fineId, outstanding })),
});

/** Takes back each waiver of a fine, the newest first. */
export async function reverseWaivers(
  client: Pick<Client, 'must'>,
  fineId: string,
  reason = 'it was none',
): Promise<void> {
  const { waived } = await client.must(readFine, { params: { fineId } });
  for (const { id: waiverId, amount, reversals } of waived.toReversed()) {
    const left = reversals.reduce((rest, part) => rest - part.amount, amount);
    if (left > 0) await client.must(reverseWaiver, { params: { waiverId }, body: { amount: left, reason } });
  }
}

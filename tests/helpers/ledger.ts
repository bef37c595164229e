// The vocabulary of tests about users and fines: adding them through the API as an administrator would.
import { updateSetting } from '../../src/contract/settings.ts';
import { addFines, assessFines, type Fine, listFines } from '../../src/contract/fines.ts';
import type { CallInput, Operation, Output } from '../../src/contract/operation.ts';
import { addUser as addUserOperation, type User } from '../../src/contract/users.ts';
import type { Answer, Client } from './client.ts';

export type UserForm = CallInput<typeof addUserOperation>['body'];

let people = 0;

/** A valid user form; each one has an e-mail of its own. */
export function person(over: Partial<UserForm> = {}): UserForm {
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
  return administrator.must(addUserOperation, { body: person(over) });
}

/** Several users at once, by the names given. */
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

/** What the add dialog sends, with a Wednesday as the date. */
export const submission = (given: Submission) => ({
  fineType: 'Late arrival',
  amount: 100,
  date: '2026-11-18',
  ...given,
});

/** Fines as the add dialog does: asks for the charges and confirms whatever they are. */
export async function fine(administrator: Client, given: Submission): Promise<Output<typeof addFines>> {
  const body = submission(given);
  const { charges } = await administrator.must(assessFines, { body });
  return administrator.must(addFines, { body: { ...body, confirmed: confirmation(charges) } });
}

/** The same for one user: the fine itself. */
export async function fineOne(
  administrator: Client,
  userId: string,
  given: Omit<Submission, 'userIds'> = {},
): Promise<Fine> {
  const { fines } = await fine(administrator, { ...given, userIds: [userId] });
  return only(fines);
}

/** Charges as the browser sends them back. */
export const confirmation = (charges: readonly { userId: string; amount: number; doubled: boolean }[]) =>
  charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));

export async function setRule(administrator: Client, allowDisallow: boolean, settingId = '1'): Promise<void> {
  await administrator.must(updateSetting, { params: { settingId }, body: { allowDisallow } });
}

/** All fines of a user, newest first. */
export async function finesOf(administrator: Client, userId: string): Promise<Fine[]> {
  const { items } = await administrator.must(listFines, { query: { userId, pageSize: 100 } });
  return items;
}

/** The one item of a list. */
export function only<T>(items: readonly T[]): T {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) throw new Error(`Expected one item, not ${items.length}`);
  return item;
}

/** The refusal an answer is; throws where it was a success. */
export function refusal<O extends Operation>(answer: Answer<O>) {
  if (answer.ok) throw new Error(`Expected a refusal, not ${JSON.stringify(answer.value).slice(0, 200)}`);
  return answer;
}

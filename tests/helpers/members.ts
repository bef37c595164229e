// Members in tests: a user of the organisation who can sign in.
import type { User } from '../../src/contract/users.ts';
import type { TestApp } from './app.ts';
import { preparePassword } from './auth.ts';
import type { Client } from './client.ts';
import { addUser, type UserForm } from './ledger.ts';

export const MEMBER_PASSWORD = 'a-password-of-a-member';

/** Adds a user with a password. */
export async function addMember(app: TestApp, administrator: Client, over: Partial<UserForm> = {}): Promise<User> {
  const user = await addUser(administrator, over);
  await givePassword(app, user);
  return user;
}

export async function givePassword(app: TestApp, user: User, password = MEMBER_PASSWORD): Promise<void> {
  await preparePassword(app.db, app.clock.now(), { email: user.userEmail ?? '', name: user.userName, password });
}

/** Adds a member with a password and opens a session for them. */
export async function signedInMember(
  app: TestApp,
  administrator: Client,
  over: Partial<UserForm> = {},
): Promise<{ user: User; client: Client }> {
  const user = await addMember(app, administrator, over);
  return { user, client: await app.enter(user.userEmail ?? '') };
}

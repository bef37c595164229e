// Members in tests: users who can sign in.
import { setUserAccess, type User } from '../../src/contract/users.ts';
import type { GrantedLevel } from '../../src/core/people/permission.ts';
import type { TestApp } from './app.ts';
import { setPassword } from './auth.ts';
import type { Client } from './client.ts';
import { addUser, type UserForm } from './ledger.ts';

export const MEMBER_PASSWORD = 'a-password-of-a-member';

/** Adds a user with a password. */
export async function addMember(app: TestApp, administrator: Client, over: Partial<UserForm> = {}): Promise<User> {
  const user = await addUser(administrator, over);
  await givePassword(app, user);
  return user;
}

export async function givePassword(
  app: TestApp,
  user: Pick<User, 'userName' | 'userEmail'>,
  password = MEMBER_PASSWORD,
): Promise<void> {
  await setPassword(app.db, app.clock.now(), { email: user.userEmail ?? '', password });
}

export async function signedInMember(
  app: TestApp,
  administrator: Client,
  over: Partial<UserForm> = {},
): Promise<{ user: User; client: Client }> {
  const user = await addMember(app, administrator, over);
  return { user, client: await app.enter(user.userEmail ?? '') };
}

/** A member who was given access, and then signed in. */
export async function signedInWithAccess(
  app: TestApp,
  administrator: Client,
  access: GrantedLevel,
  over: Partial<UserForm> = {},
): Promise<{ user: User; client: Client }> {
  const user = await addMember(app, administrator, over);
  const given = await administrator.must(setUserAccess, { params: { userId: user.id }, body: { access } });
  return { user: given, client: await app.enter(user.userEmail ?? '') };
}

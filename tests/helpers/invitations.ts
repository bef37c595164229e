// Sign-in links in tests: made by the administrator, used by whoever has them.
import { acceptInvitation, readInvitation } from '../../src/contract/auth.ts';
import { createSignInLink, readUser, type User } from '../../src/contract/users.ts';
import { type TestApp } from './app.ts';
import { type Client, cookieOf, createClient } from './client.ts';

export async function linkFor(administrator: Client, userId: string): Promise<string> {
  const { token } = await administrator.must(createSignInLink, { params: { userId } });
  return token;
}

export const look = (client: Client, token: string) => client.call(readInvitation, { body: { token } });
export const accept = (client: Client, token: string, password = 'chosen by a member') =>
  client.call(acceptInvitation, { body: { token, password } });

/** Uses a link as a browser would, and goes on with the session it opened. */
export async function enterWith(app: TestApp, token: string, password = 'chosen by a member'): Promise<Client> {
  const answer = await app.nobody.fetch('/api/auth/invitation/accept', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  if (!answer.ok) throw new Error(`The link did not work: ${await answer.text()}`);
  return createClient(app.url, cookieOf(answer));
}

/** How a user stands with signing in, as the administrator sees it. */
export async function standing(administrator: Client, user: User) {
  const answer = await administrator.must(readUser, { params: { userId: user.id } });
  return { signIn: answer.user.signIn, lastSignIn: answer.user.lastSignIn };
}

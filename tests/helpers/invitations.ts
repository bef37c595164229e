// Creates and uses sign-in links in tests.
import { acceptInvitation, readInvitation } from '../../src/contract/sign-in/auth.ts';
import { createSignInLink, readUser, type User } from '../../src/contract/users.ts';
import { type TestApp } from './app.ts';
import { type Client, cookieOf, createClient } from './client.ts';

export async function linkFor(administrator: Client, userId: string): Promise<string> {
  const { token } = await administrator.must(createSignInLink, { params: { userId } });
  return token;
}

export const readLink = (client: Client, token: string) => client.call(readInvitation, { body: { token } });
export const acceptLink = (client: Client, token: string, password = 'chosen by a member') =>
  client.call(acceptInvitation, { body: { token, password } });

/** Accepts a link; returns a client with the session it opened. */
export async function signInWithLink(app: TestApp, token: string, password = 'chosen by a member'): Promise<Client> {
  const answer = await app.nobody.fetch('/api/auth/invitation/accept', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  if (!answer.ok) throw new Error(`The link did not work: ${await answer.text()}`);
  return createClient(app.url, cookieOf(answer));
}

/** As the administrator sees it. */
export async function signInStateOf(administrator: Client, user: User) {
  const answer = await administrator.must(readUser, { params: { userId: user.id } });
  return { signIn: answer.user.signIn, lastSignIn: answer.user.lastSignIn };
}

// Passkeys of a software device: adding one, and signing in with it.
import type { Operation } from '../../src/contract/operation.ts';
import {
  addPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '../../src/contract/sign-in/passkeys.ts';
import type { TestApp } from './app.ts';
import { createAuthenticator } from './authenticator.ts';
import { type Client, createClient } from './client.ts';
import { MEMBER_PASSWORD } from './members.ts';

export type Device = ReturnType<typeof createAuthenticator>;

/** `app` may be started later. */
export function passkeysAt(app: Pick<TestApp, 'url' | 'nobody'>) {
  const device = (over: { verifiesOwner?: boolean; origin?: string } = {}): Device =>
    createAuthenticator({ origin: app.url, ...over });

  /** Requests a challenge; returns it with a client that has its cookie. */
  async function ask(client: Client, operation: Operation, body: object = {}) {
    const answer = await client.fetch(`/api${operation.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { options, error } = (await answer.json()) as {
      options: Record<string, unknown>;
      error?: { code: string };
    };
    const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return { options, code: error?.code, client: createClient(app.url, `${client.cookie}; ${cookie}`) };
  }

  const askToAdd = (client: Client, password: string | null = MEMBER_PASSWORD) =>
    ask(client, startPasskey, { password });

  async function add(client: Client, own: Device, { name = 'Phone', password = MEMBER_PASSWORD } = {}) {
    const asked = await askToAdd(client, password);
    return asked.client.must(addPasskey, { body: { name, response: own.make(asked.options) } });
  }

  async function signIn(own: Device) {
    const asked = await ask(app.nobody, startPasskeySignIn);
    return asked.client.call(signInWithPasskey, { body: { response: own.use(asked.options) } });
  }
  return { device, ask, askToAdd, add, signIn };
}

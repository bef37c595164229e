// Passkeys: signing in with a device's own key instead of the password, and the list of one's own passkeys. What
// browser and authenticator exchange is defined by WebAuthn (https://www.w3.org/TR/webauthn-3/) and is sent in its JSON
// form.
import { z } from 'zod';
import { MAX_LENGTH, PASSWORD_LENGTH } from '../../core/limits.ts';
import { session } from './auth.ts';
import { operation } from '../operation.ts';
import { id, instant, line } from '../shapes.ts';

/** Enough for a browser's answer, even with certificates that were not requested. */
const bodyLimit = { bytes: 4 * 1024, values: 100 };

/** A WebAuthn structure, which only its library interprets. */
const webAuthn = z.record(z.string(), z.unknown());
const answer = z.looseObject({
  /** of the passkey */
  id: z.string().min(1),
});

export const startPasskeySignIn = operation({
  id: 'auth.startPasskey',
  method: 'POST',
  path: '/auth/passkey/start',
  needs: 'anyone',
  summary: 'The options for asking a browser for one of its passkeys for this site, valid for 5 minutes.',
  output: z.object({ options: webAuthn }),
  writes: false,
});

export const signInWithPasskey = operation({
  id: 'auth.passkey',
  method: 'POST',
  path: '/auth/passkey',
  needs: 'anyone',
  summary: "Signs in with a browser's answer to the passkey options, and sets the session cookie.",
  bodyLimit,
  body: z.object({ response: answer }),
  output: session,
  errors: ['passkey-refused', 'too-many-attempts'],
  writes: false,
});

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: instant,
  /** null: never */
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const listOwnPasskeys = operation({
  id: 'account.passkeys',
  method: 'GET',
  path: '/account/passkeys',
  needs: 'member',
  summary: "The caller's passkeys, oldest first.",
  /** `needsPassword`: adding a passkey requires the password; false for an account that has none */
  output: z.object({ items: z.array(passkey), needsPassword: z.boolean() }),
});

export const startPasskey = operation({
  id: 'account.startPasskey',
  method: 'POST',
  path: '/account/passkeys/start',
  needs: 'member',
  summary: 'The options for making a passkey, valid for 5 minutes. The password is required if the account has one.',
  /** Attempts are limited as at sign-in; null for an account without a password. */
  body: z.object({ password: z.string().min(1).max(PASSWORD_LENGTH.max).nullable() }),
  output: z.object({ options: webAuthn }),
  errors: ['password-wrong', 'too-many-attempts', 'too-many-passkeys'],
  writes: false,
});

export const addPasskey = operation({
  id: 'account.addPasskey',
  method: 'POST',
  path: '/account/passkeys',
  needs: 'member',
  summary: "Adds the passkey that a browser made with the passkey options to the caller's account.",
  bodyLimit,
  body: z.object({ name: line(MAX_LENGTH.passkeyName), response: answer }),
  output: passkey,
  errors: ['passkey-refused', 'too-many-passkeys'],
  writes: false,
});

export const removePasskey = operation({
  id: 'account.removePasskey',
  method: 'DELETE',
  path: '/account/passkeys/:passkeyId',
  needs: 'member',
  summary: "Removes one of the caller's passkeys, but not the last one if they cannot sign in without it.",
  params: z.object({ passkeyId: id }),
  output: z.object({ id: z.string() }),
  errors: ['passkey-not-found', 'passkey-needed'],
  writes: false,
});

// Asking the browser for a passkey, or to make one. Its library is fetched with the first press.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { withRetries } from '../routing/with-retries.ts';

type Options = Record<string, unknown>;
type Response = { id: string; [field: string]: unknown };

/** Browsers have passkeys on https and on localhost, where the address is a name and no number. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|:/.test(window.location.hostname);

/** The device refused, or its owner did: browsers do not tell which. */
export class NoPasskeyError extends Error {}

const library = () => withRetries(() => import('@simplewebauthn/browser'));

/** @throws NoPasskeyError */
export async function askForPasskey(options: Options): Promise<Response> {
  const { startAuthentication } = await library();
  // The server's library wrote them for this one.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON }).catch(none)) };
}

/** @throws NoPasskeyError */
export async function makePasskey(options: Options): Promise<Response> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON }).catch(none)) };
}

function none(cause: unknown): never {
  throw new NoPasskeyError('no passkey', { cause });
}

// Asks the browser for a passkey, or to create one. Its library is fetched on the first use.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { withRetries } from '../messages/with-retries.ts';

type Options = Record<string, unknown>;
type Response = { id: string; [field: string]: unknown };

/** Browsers offer passkeys only on https and localhost, and only where the address is a name, not a number. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|:/.test(window.location.hostname);

/** The device or its owner refused; browsers do not say which, unless the device has a passkey of this account. */
export class NoPasskeyError extends Error {
  readonly hasOne: boolean;

  constructor(cause: unknown) {
    super('no passkey', { cause });
    this.hasOne = cause instanceof Error && cause.name === 'InvalidStateError';
  }
}

const library = () => withRetries(() => import('@simplewebauthn/browser'));

/** @throws NoPasskeyError */
export async function askForPasskey(options: Options): Promise<Response> {
  const { startAuthentication } = await library();
  // The server's library writes these options for this library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON }).catch(throwNoPasskey)) };
}

/** @throws NoPasskeyError */
export async function makePasskey(options: Options): Promise<Response> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON }).catch(throwNoPasskey)) };
}

function throwNoPasskey(cause: unknown): never {
  throw new NoPasskeyError(cause);
}

// The login banner's message for a failed sign-in.
import { ApiError } from '../../api/call.ts';
import { NoPasskeyError } from '../../api/passkeys.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { CookieError } from './kept-session.ts';

/** Seconds to wait, if the response names them. */
function secondsToWait(details: unknown): number | null {
  if (typeof details !== 'object' || details === null || !('seconds' in details)) return null;
  return typeof details.seconds === 'number' && details.seconds > 0 ? Math.ceil(details.seconds) : null;
}

/** The public address, if the response names it. */
function addressIn(details: unknown): string | null {
  if (typeof details !== 'object' || details === null || !('address' in details)) return null;
  return typeof details.address === 'string' ? details.address : null;
}

const REFUSALS = ['link-unknown', 'link-used', 'link-expired', 'link-voided'] as const;

/** Why a sign-in link does not work; null if the link is not the reason. */
export function refusalOf(error: Error | null): (typeof REFUSALS)[number] | null {
  if (!(error instanceof ApiError)) return null;
  // A malformed token counts as an unknown link.
  const isNoToken = error.code === 'invalid-input' && JSON.stringify(error.details ?? '').includes('body.token');
  return isNoToken ? 'link-unknown' : (REFUSALS.find((code) => code === error.code) ?? null);
}

/** Whether e-mail and password were checked and refused. */
export function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'sign-in-failed' || error.code === 'invalid-input');
}

/** Every refusal reads "Invalid email or password" (SIGNIN-3); other failures must not. */
export function useSignInProblem(): (error: Error) => string {
  const { t } = useTexts();
  return (error) => {
    if (error instanceof CookieError) return t('login.noCookies');
    if (error instanceof NoPasskeyError) return t('login.noPasskey');
    if (!(error instanceof ApiError)) return t('login.noConnection');
    if (isRefusal(error)) return t('login.failed');
    switch (error.code) {
      case 'too-many-attempts': {
        const seconds = secondsToWait(error.details);
        if (seconds === null) return t('login.tooMany');
        if (seconds < 60) return t('login.tooManySeconds', { count: seconds });
        return t('login.tooManyMinutes', { count: Math.ceil(seconds / 60) });
      }
      case 'passkey-refused':
        // What a passkey was asked to sign is also remembered by a cookie.
        return navigator.cookieEnabled ? reasonOf(error, t) : t('login.noCookies');
      case 'origin-refused': {
        const address = addressIn(error.details);
        return address === null ? reasonOf(error, t) : t('login.otherAddress', { address });
      }
      default:
        return reasonOf(error, t);
    }
  };
}

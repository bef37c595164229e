// Browsers that have signed in to an account before, known by a cookie of their own that outlasts the session. Their
// attempts are counted apart from everybody else's, so that strangers who guess cannot keep an account's owner out
// (docs/decisions/0009-limits-on-sign-in.md). The cookie signs nobody in.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { signedCookie } from './cookie.ts';

export interface Devices {
  /** The id by which a browser is known for this account (an e-mail's key); null for a stranger. */
  idOf(account: string, cookieHeader: string | undefined): string | null;
  /** The Set-Cookie value that makes a browser known, or keeps it so. */
  remember(account: string, cookieHeader: string | undefined): string;
}

/** As long as browsers keep a cookie at most. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** `path`: where a password is tried; the cookie is sent nowhere else. */
export function createDevices(options: { secret: string; secure: boolean; path: string }): Devices {
  const { secret, secure, path } = options;
  // One browser may serve several people. A secret for each account keeps a cookie from being shown for another.
  const cookieOf = (account: string) => {
    const name = createHash('sha256').update(account).digest('hex').slice(0, 12);
    return signedCookie({
      name: `${secure ? '__Secure-' : ''}jurmana.device.${name}`,
      secure,
      secret: createHmac('sha256', secret).update(`device ${account}`).digest('base64url'),
      path,
    });
  };
  return {
    idOf: (account, cookieHeader) => cookieOf(account).read(cookieHeader),
    remember(account, cookieHeader) {
      const cookie = cookieOf(account);
      return cookie.give(cookie.read(cookieHeader) ?? randomBytes(16).toString('base64url'), KEPT_SECONDS);
    },
  };
}

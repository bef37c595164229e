// Browsers that have signed in to an account before, known by a cookie of their own that outlasts the session. Their
// attempts are counted separately, so that strangers who guess cannot keep an account's owner out
// (docs/decisions/0007-sessions.md). The cookie signs nobody in.
import { createHmac, randomBytes } from 'node:crypto';
import { type CookieSettings, signedCookie } from './cookie.ts';

export interface Devices {
  /** The id of a browser that has signed in to this account (an e-mail's key) before, otherwise null. */
  idOf(account: string, cookieHeader: string | undefined): string | null;
  /** The Set-Cookie values that add an account to those the browser is known for. */
  remember(account: string, cookieHeader: string | undefined): string[];
}

/** The longest lifetime browsers allow for a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** Accounts for which a browser is remembered, most recent sign-in first. */
const MAX_ACCOUNTS = 20;
/** `path`: where a session may begin; the cookie is sent nowhere else. */
export function createDevices(options: CookieSettings & { path: string }): Devices {
  const { secret, path } = options;
  const derived = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  // Has its own secret, so that no other cookie can pass for it.
  const cookie = signedCookie({ ...options, purpose: 'devices', secret: derived('devices'), path });
  /** A hash, so that it does not reveal who else uses the browser. */
  const markOf = (id: string, account: string): string => derived(`device ${id} ${account}`).slice(0, 16);
  const read = (cookieHeader: string | undefined): { id: string | null; marks: string[] } => {
    const [id = null, ...marks] = cookie.read(cookieHeader)?.split('.') ?? [];
    return { id, marks };
  };

  return {
    idOf(account, cookieHeader) {
      const { id, marks } = read(cookieHeader);
      return id !== null && marks.includes(markOf(id, account)) ? id : null;
    },
    remember(account, cookieHeader) {
      const { id: known, marks } = read(cookieHeader);
      const id = known ?? randomBytes(16).toString('base64url');
      const mark = markOf(id, account);
      const kept = [mark, ...marks.filter((one) => one !== mark)].slice(0, MAX_ACCOUNTS);
      return [cookie.set([id, ...kept].join('.'), MAX_AGE_SECONDS)];
    },
  };
}

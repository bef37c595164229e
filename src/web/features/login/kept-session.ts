// A session that was opened is worth nothing where the browser does not keep its cookie: said as such, since the login screen would
// otherwise stand there again without a word.
import type { Session } from '../../../contract/sign-in/auth.ts';
import { readSession } from '../../../contract/sign-in/auth.ts';
import { call } from '../../api/call.ts';

export class CookieError extends Error {
  override readonly name = 'CookieError';
}

/** The session that was just opened. @throws CookieError when the browser sends nothing of it */
export async function keptSession(opened: Session): Promise<Session> {
  // Without an answer the screens that follow say so themselves.
  const seen = await call(readSession, {}).catch(() => opened);
  if (seen.principal === null) throw new CookieError('The browser has not kept the cookie.');
  return opened;
}

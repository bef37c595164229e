// A new session is useless if the browser does not keep its cookie. The person is told, because otherwise the login
// screen would just appear again without a word.
import { readSession, type Session } from '../../../contract/sign-in/auth.ts';
import { BESIDE_LIMIT_MS, call } from '../../api/call.ts';

export class CookieError extends Error {
  override readonly name = 'CookieError';
}

/** The session that was just opened. @throws CookieError when the browser does not send its cookie */
export async function keptSession(opened: Session): Promise<Session> {
  // If there is no answer, the screens that follow say so.
  const seen = await call(readSession, {}, { timeLimit: BESIDE_LIMIT_MS }).catch(() => opened);
  if (seen.principal === null) throw new CookieError('The browser has not kept the cookie.');
  return opened;
}

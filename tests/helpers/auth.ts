// Accounts and sessions in tests without HTTP: for what happens between the steps of signing in, and for tests that are about
// something else. A password is made to cost more than most tests do, so here its hash is made once and never looked at.
import { pino } from 'pino';
import { writePassword } from '../../src/server/auth/accounts.ts';
import { type Auth, type AuthParts, createAuth } from '../../src/server/auth/auth.ts';
import { hashPassword } from '../../src/server/auth/passwords.ts';
import type { Clock } from '../../src/server/clock.ts';
import type { Database } from '../../src/server/db/engine.ts';
import { type Client, clientOf } from './client.ts';
import { ADMINISTRATOR, SECRET } from './instance.ts';

const CONFIG: AuthParts['config'] = {
  administratorEmail: ADMINISTRATOR.email,
  administratorPassword: null,
  baseUrl: null,
};

/** As another process on this database signs in. */
export const authOn = ({ clock }: { clock: Clock }, db: Database, config = CONFIG, secret = SECRET): Auth =>
  createAuth({ db, config, clock, secret, log: pino({ level: 'silent' }) });

/** A client with a session of this account, opened as for whoever has proved otherwise than by the password to be its owner. */
export async function enterBy(auth: Auth, url: string, email: string): Promise<Client> {
  const entered = await auth.enter(email, { address: '127.0.0.1', userAgent: null });
  if (entered === null) throw new Error(`${email} may not come in.`);
  return clientOf(url, entered.cookies);
}

const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** Gives an e-mail an account with this password, or its account a new password. */
export async function preparePassword(
  db: Database,
  now: number,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> {
  const hash = await hashOf(password);
  await db.write.transaction().execute((tx) => writePassword(tx, db.engine, now, { email, name, hash }));
}

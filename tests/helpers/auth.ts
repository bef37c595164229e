// Accounts and sessions in tests without HTTP: to test the steps of signing in, and as a shortcut for other tests.
import { pino } from 'pino';
import { writePassword } from '../../src/server/auth/accounts.ts';
import { type Auth, type AuthParts, createAuth } from '../../src/server/auth/auth.ts';
import { createPasswords } from '../../src/server/auth/passwords/passwords.ts';
import type { Clock } from '../../src/server/base/clock.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/types.ts';
import { type Client, clientOf } from './client.ts';
import { type DatabaseUrl, newMigratedDatabaseUrl } from './database.ts';
import { ADMINISTRATOR, SECRET } from './instance.ts';

/** Hashing at the real cost takes longer than most tests. */
export const CHEAP_PASSWORDS = createPasswords({ ln: 10, r: 8, p: 1 });

const CONFIG: AuthParts['config'] = {
  administratorEmail: ADMINISTRATOR.email,
  administratorPassword: null,
  baseUrl: null,
};

/** The server's auth module on a database, like in another process. */
export const createTestAuth = (
  { clock, instance = 'test' }: { clock: Clock; instance?: string },
  db: Database,
  over: Partial<AuthParts> = {},
): Auth =>
  createAuth({
    db,
    config: CONFIG,
    clock,
    passwords: CHEAP_PASSWORDS,
    secret: SECRET,
    instance,
    log: pino({ level: 'silent' }),
    onMissingRule: () => {},
    ...over,
  });

/** Opens a session without the password, as the identity provider's callback does. */
export async function openSession(auth: Auth, url: string, email: string): Promise<Client> {
  const entered = await auth.enter(email, { address: '127.0.0.1', userAgent: null });
  if (entered === null) throw new Error(`${email} may not come in.`);
  return clientOf(url, entered.cookies);
}

/** Sets the password of the e-mail's account, which is created if necessary. */
export async function setPassword(
  db: Database,
  now: number,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const hash = await CHEAP_PASSWORDS.hash(password);
  await db.write.transaction().execute((tx) => writePassword(tx, now, { email, hash }));
}

/** A migrated database with the administrator's account: creating both takes half of a first start. */
export async function newDatabaseUrlWithAdministrator(): Promise<DatabaseUrl> {
  const made = await newMigratedDatabaseUrl();
  const db = connect(made.url, { poolSize: 1 });
  await setPassword(db, Date.now(), ADMINISTRATOR);
  await db.close();
  return made;
}

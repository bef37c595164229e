// Sign-in with e-mail and password, sessions, and who a request comes from.
import type { FastifyBaseLogger } from 'fastify';
import { emailKey, isEmail } from '../../core/people/email.ts';
import { handlesMoney } from '../../core/people/permission.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../config/config.ts';
import { announce } from '../db/notify.ts';
import type { Database } from '../db/types.ts';
import { AppError } from '../base/errors.ts';
import { isRuleOn, type OnMissingRule } from '../shared/rules.ts';
import {
  createAccount,
  findAccount,
  lockAccount,
  readablePassword,
  recordSignIn,
  replacePassword,
} from './accounts.ts';
import { type Attempts, createAttempts } from './passwords/attempts.ts';
import { signedCookie } from './cookie.ts';
import { createDevices } from './devices.ts';
import { endSignInsOfFormer } from './administrator.ts';
import { BusyError, type Share } from './passwords/hash-queue.ts';
import type { Passwords } from './passwords/passwords.ts';
import { passkeysOf } from './passkeys/passkeys.ts';
import { createSessions, endExcessSessions, identify, openSession, SESSION_IDLE_TIMEOUT_MS } from './sessions.ts';
import { noticeOf, parseNotice, type Whose } from './sign-in-notices.ts';
import type { AuthenticatedPrincipal, Principal } from './principal.ts';

export interface Auth {
  /**
   * Creates the administrator's account if there is none yet. Returns its password only if it was generated just now.
   * If several processes start at once, only one of them creates the account.
   */
  ensureAdministrator(): Promise<{ email: string; password: string } | null>;
  /**
   * Opens a session. `address` is the caller's IP address. Throws AppError `sign-in-failed`, the same for an unknown
   * e-mail, a wrong password and a member who may not sign in; `passkey-needed` if the password is right but not
   * enough; and `too-many-attempts` with `details: { seconds }`.
   */
  signIn(input: SignIn): Promise<SignedIn>;
  /** Ends the session of this Cookie header, if there is one. */
  signOut(cookieHeader: string | undefined): Promise<{ cookies: string[] }>;
  /** The principal of the valid session in a Cookie header, or null. */
  authenticate(cookieHeader: string | undefined): Promise<AuthenticatedPrincipal | null>;
  /**
   * Lets a session last another 30 days, but not beyond its absolute end. Returns the cookies to set: none if it was
   * extended within the last day.
   */
  extend(principal: Principal, cookieHeader: string | undefined): Promise<{ cookies: string[] }>;
  /**
   * Opens a session for the owner of this e-mail, who was verified in another way; null if they may not sign in.
   * `proof`: the hash of the password they have just set, or the passkey they used; it must still be theirs.
   */
  enter(email: string, from: Caller, proof?: { hash: string } | { passkeyId: string }): Promise<SignedIn | null>;
  /** The name of the session's cookie, and the Set-Cookie value that removes it. */
  cookieName: string;
  readonly clearedCookie: string;
  /** The limits on guessing, for other operations that check a secret. */
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  /** Ends one session. */
  endSession(sessionId: string): Promise<void>;
  /**
   * Call after an account's sessions, passkeys or password changed elsewhere in this process, unless a journal entry of
   * its user says so: notifies the listeners of every process.
   */
  signInsChanged(whose: { accountId: string }): void;
  /** Handles a notice from another process (db/notify.ts). */
  onNotice(notice: string): void;
  /** Calls back when sign-ins have changed in any process; returns a function that stops it. */
  onSignInsChanged(listener: (whose: Whose) => void): () => void;
}

/** A session that was opened, and the cookies to set. */
export interface SignedIn {
  principal: Principal;
  cookies: string[];
}

export interface Caller {
  address: string;
  userAgent: string | null;
  /** the Cookie header, which identifies a browser that has signed in before */
  cookies?: string | undefined;
}

interface SignIn extends Caller {
  email: string;
  password: string;
  /** a sign-in link replaces the passkey that would be needed besides the password */
  withLink?: true;
}

export interface AuthParts {
  db: Database;
  config: Pick<Config, 'administratorEmail' | 'administratorPassword' | 'baseUrl'>;
  clock: Clock;
  passwords: Passwords;
  secret: string;
  /** the database's name (secret.ts) */
  instance: string;
  log: FastifyBaseLogger;
  onMissingRule: OnMissingRule;
}

const DELETE_EXPIRED_INTERVAL_MS = 60 * 60 * 1000;

export function createAuth({ db, config, clock, passwords, secret, instance, log, onMissingRule }: AuthParts): Auth {
  const attempts = createAttempts(db, clock);
  const secure = config.baseUrl?.startsWith('https:') === true;
  const devices = createDevices({ secret, secure, instance, path: '/api/auth' });
  const cookie = signedCookie({ purpose: 'session_token', secure, secret, instance });
  const sessions = createSessions(db, config.administratorEmail);
  const listeners = new Set<(whose: Whose) => void>();
  let deletedExpiredAt = Number.NEGATIVE_INFINITY;

  const signInsChanged = (whose: { accountId: string }): void => {
    for (const listener of listeners) listener(whose);
    announce(db, noticeOf(whose)).catch((error: unknown) =>
      log.warn({ err: error }, 'other processes find out by themselves that sign-ins changed'),
    );
  };

  const end = async (session: Parameters<typeof sessions.end>[0]): Promise<void> => {
    const owner = await sessions.end(session);
    if (owner !== undefined) signInsChanged(owner);
  };

  /** False for people who handle money if the rule requires a passkey of them. */
  const isPasswordEnough = async (email: string): Promise<boolean> => {
    const account = await findAccount(db.read, email);
    const who = account === undefined ? null : identify(email, account, config.administratorEmail);
    if (who === null || !handlesMoney(who.access)) return true;
    return !(await isRuleOn(db.read, 'money-needs-passkey', onMissingRule));
  };

  /**
   * Opens a session for the owner of an e-mail; null if they may not sign in or `checked` is no longer their password
   * or passkey. This is decided with the account locked, because everything may have changed during the slow
   * verification.
   */
  const open = async (
    email: string,
    { address, userAgent, cookies }: Caller,
    checked?: VerifiedPassword | { passkeyId: string },
  ): Promise<SignedIn | null> => {
    const now = clock.now();
    if (now - deletedExpiredAt > DELETE_EXPIRED_INTERVAL_MS) {
      deletedExpiredAt = now;
      await sessions.deleteExpired(now);
    }
    const opened = await db.write.transaction().execute(async (tx) => {
      await lockAccount(tx, { email });
      const account = await findAccount(tx, email);
      const who = account === undefined ? null : identify(email, account, config.administratorEmail);
      if (account === undefined || who === null) return null;
      const { accountId, passwordHash } = account;
      if (checked !== undefined && !('passkeyId' in checked) && passwordHash !== checked.hash) return null;
      if (checked !== undefined && 'passkeyId' in checked) {
        const own = await passkeysOf(tx, accountId);
        if (!own.some(({ id }) => id === checked.passkeyId)) return null;
      }
      const session = await openSession(tx, now, { accountId, address, userAgent });
      if (checked !== undefined && 'renewed' in checked && checked.renewed !== null) {
        await replacePassword(tx, { accountId, from: checked.hash, to: checked.renewed });
      }
      await recordSignIn(tx, accountId, now);
      await endExcessSessions(tx, accountId, session.id);
      return { accountId, who, session };
    });
    if (opened === null) return null;
    const { accountId, who, session } = opened;
    signInsChanged({ accountId });
    const principal: Principal = { sessionId: session.id, accountId, ...who, expiresAt: session.expiresAt };
    const sessionCookie = cookie.set(session.token, SESSION_IDLE_TIMEOUT_MS / 1000);
    return { principal, cookies: [sessionCookie, ...devices.remember(email, cookies)] };
  };

  return {
    async ensureAdministrator() {
      const { administratorEmail: email, administratorPassword } = config;
      const password = administratorPassword ?? readablePassword();
      (await endSignInsOfFormer(db, email, clock.now())).forEach(signInsChanged);
      const created = await createAccount({ db, passwords, now: clock.now() }, { email, password });
      return created && administratorPassword === null ? { email, password } : null;
    },

    async signIn(input) {
      const key = emailKey(input.email);
      const device = devices.idOf(key, input.cookies);
      const attempt = await attempts.begin(input.address, isEmail(key) ? key : null, device);
      try {
        const enterOnce = async () => {
          const checked = await checkPassword(
            { db, passwords },
            { email: key, password: input.password },
            attempt.shares,
          );
          if (checked !== null && input.withLink === undefined && !(await isPasswordEnough(key))) {
            await attempt.succeeded();
            throw new AppError('passkey-needed');
          }
          return { checked, opened: checked === null ? null : await open(key, input, checked) };
        };
        const { checked, opened: first } = await enterOnce();
        let opened = first;
        // A concurrent sign-in may have renewed the hash.
        if (opened === null && checked !== null && passwords.isOutdated(checked.hash)) ({ opened } = await enterOnce());
        if (opened === null) throw new AppError('sign-in-failed');
        await attempt.succeeded();
        return opened;
      } catch (error) {
        if (!(error instanceof AppError) || error instanceof BusyError) await attempt.abandoned();
        throw error;
      }
    },

    async signOut(cookieHeader) {
      const token = cookie.read(cookieHeader);
      if (token !== null) await end({ token });
      return { cookies: [cookie.clear()] };
    },

    async authenticate(cookieHeader) {
      const token = cookie.read(cookieHeader);
      return token === null ? null : sessions.find(token, clock.now());
    },

    async extend(principal, cookieHeader) {
      const token = cookie.read(cookieHeader);
      const lastsMs = token === null ? null : await sessions.extend(principal, clock.now());
      if (token === null || lastsMs === null) return { cookies: [] };
      signInsChanged(principal);
      return { cookies: [cookie.set(token, lastsMs / 1000)] };
    },

    enter: (email, from, proof) =>
      open(emailKey(email), from, proof !== undefined && 'hash' in proof ? { ...proof, renewed: null } : proof),
    cookieName: cookie.name,
    clearedCookie: cookie.clear(),
    endSession: (id) => end({ id }),
    attempts,
    passwords,
    signInsChanged,
    onNotice(notice) {
      const whose = parseNotice(notice);
      if (whose !== undefined) for (const listener of listeners) listener(whose);
    },

    onSignInsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// Checks the password of an account.

interface VerifiedPassword {
  hash: string;
  /** its hash at the current cost, if that has changed */
  renewed: string | null;
}

/** Null for a wrong password, and (after the same time) for an unknown e-mail. Throws BusyError. */
async function checkPassword(
  { db, passwords }: { db: Database; passwords: Passwords },
  { email, password }: { email: string; password: string },
  shares: readonly Share[],
): Promise<VerifiedPassword | null> {
  const account = isEmail(email) ? await findAccount(db.read, email) : undefined;
  const hash = account?.passwordHash ?? passwords.dummyHash;
  if (!(await passwords.verify({ hash, password }, shares)) || hash === passwords.dummyHash) return null;
  if (!passwords.isOutdated(hash)) return { hash, renewed: null };
  // A full queue for the second hash must not make the sign-in fail.
  const renewed = await passwords.hash(password, shares).catch((error: unknown) => {
    if (error instanceof BusyError) return null;
    throw error;
  });
  return { hash, renewed };
}

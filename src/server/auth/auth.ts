// Sign-in with e-mail and password, sessions, and who a request comes from.
import type { FastifyBaseLogger } from 'fastify';
import { signIn } from '../../contract/auth.ts';
import { emailKey, isEmail } from '../../core/email.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { announce, type Database } from '../db/engine.ts';
import { AppError } from '../errors.ts';
import { createAccount, findAccount, holdAccount, noteSignIn, readablePassword } from './accounts.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { signedCookie, type SignedCookie } from './cookie.ts';
import { createDevices } from './devices.ts';
import { createLibrary, SESSION_MS } from './library.ts';
import { BusyError, verifyPassword } from './passwords.ts';
import { type EndedSessions, endedIn, noticeOf } from './session-notices.ts';
import { createSessions, endOldestBut, identify, openSession } from './sessions.ts';
import type { SeenVisitor, Visitor } from './visitor.ts';

export interface Auth {
  /**
   * Makes the administrator's account if there is none yet. Returns its password only when one was generated just now;
   * of several processes starting at once, one makes the account.
   */
  ensureAdministrator(): Promise<{ email: string; password: string } | null>;
  /**
   * Opens a session. `address` is the caller's IP address. Throws AppError `sign-in-failed`, the same for an unknown
   * e-mail, a wrong password and a member who may not come in, and `too-many-attempts` with `details: { seconds }`.
   */
  signIn(input: SignIn): Promise<Entered>;
  /** Ends the session of this Cookie header, if there is one. */
  signOut(cookieHeader: string | undefined): Promise<{ cookies: string[]; sessionId: string | null }>;
  /** Whose valid session a Cookie header holds. */
  recognise(cookieHeader: string | undefined): Recognition;
  /**
   * Lets a session last another 30 days, but not beyond its absolute end; the cookies to set, none when it was extended
   * within the last day.
   */
  extend(visitor: Visitor): Promise<{ cookies: string[] }>;
  /**
   * Opens a session for whoever has just proved otherwise to be the owner of this e-mail; null when they may not come in.
   * `hash` is that of the password they have just set: it must still be theirs.
   */
  enter(email: string, from: Caller, hash?: string): Promise<Entered | null>;
  /** The Set-Cookie values that take the session's cookie away. */
  farewell(): Promise<string[]>;
  /** The limits on guessing, for whatever else checks a secret. */
  readonly attempts: Attempts;
  /** Ends one session. */
  endSession(sessionId: string): Promise<void>;
  /** Sessions were removed from the database by somebody else in this process: tells whoever listens, in every process. */
  sessionsEnded(sessionIds: readonly string[]): void;
  /** A notice of another process (db/engine.ts) came. */
  heard(notice: string): void;
  /** Calls back with the ids of sessions that ended, in whichever process; returns how to stop. */
  onSessionsEnded(listener: (sessions: EndedSessions) => void): () => void;
}

/** A session that was opened, and the cookies to set. */
export interface Entered {
  visitor: Visitor;
  cookies: string[];
}

export interface Recognition {
  /** what the database says */
  confirmed: Promise<SeenVisitor | null>;
  /**
   * Whose session it was last time, for work that may begin before `confirmed` is there and is thrown away unless that says
   * the same. Null where nothing is known, or nothing is won because the database answers at once.
   */
  presumed: Visitor | null;
}

export interface Caller {
  address: string;
  userAgent: string | null;
  /** the Cookie header, by which a browser that signed in before is known */
  cookies?: string | undefined;
}

export interface SignIn extends Caller {
  email: string;
  password: string;
}

export interface AuthParts {
  db: Database;
  config: Pick<Config, 'administratorEmail' | 'administratorPassword' | 'baseUrl'>;
  clock: Clock;
  secret: string;
  log: FastifyBaseLogger;
}

/** The hash of no password, in the library's format: an unknown e-mail costs as much time as a wrong password. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
const PRUNE_MS = 60 * 60 * 1000;
/** Visitors remembered to be presumed. */
const MAX_SEEN = 1000;
const NOBODY: Recognition = { presumed: null, confirmed: Promise.resolve(null) };

export function createAuth({ db, config, clock, secret, log }: AuthParts): Auth {
  const library = createLibrary({ database: db.write, engine: db.engine, config, secret, log });
  const attempts = createAttempts(db, clock);
  const devices = createDevices({
    secret,
    secure: config.baseUrl?.startsWith('https:') === true,
    path: `/api${signIn.path}`,
  });
  const sessions = createSessions(db, config.administratorEmail);
  const listeners = new Set<(sessions: EndedSessions) => void>();
  let prunedAt = Number.NEGATIVE_INFINITY;

  let known: SignedCookie | null = null;
  const cookie = async (): Promise<SignedCookie> => {
    if (known === null) {
      const { name, attributes } = (await library.$context).authCookies.sessionToken;
      // Over https under the name that binds it to this host alone; the library itself knows only the weaker __Secure-.
      known = signedCookie({ name: name.replace('__Secure-', '__Host-'), secure: attributes.secure === true, secret });
    }
    return known;
  };

  /** By token, those seen last at the end. */
  const seen = new Map<string, Visitor>();
  const remember = (token: string, visitor: Visitor | null): void => {
    seen.delete(token);
    if (visitor !== null) seen.set(token, visitor);
    if (seen.size > MAX_SEEN) for (const oldest of seen.keys()) return void seen.delete(oldest);
  };
  const find = async (token: string | null): Promise<SeenVisitor | null> => {
    if (token === null) return null;
    const visitor = await sessions.find(token, clock.now());
    remember(token, visitor);
    return visitor;
  };

  const ended = (sessionIds: readonly string[]): void => {
    if (sessionIds.length === 0) return;
    for (const listener of listeners) listener(sessionIds);
    announce(db, noticeOf(sessionIds)).catch((error: unknown) =>
      log.warn({ err: error }, 'other processes find out by themselves that sessions ended'),
    );
  };

  /** The hash of this password, if it is that of the account with this e-mail. */
  const check = async (email: string, password: string): Promise<string | null> => {
    const account = isEmail(email) ? await findAccount(db.read, email) : undefined;
    const matches = await verifyPassword({ hash: account?.password ?? NOBODYS_HASH, password });
    return matches ? (account?.password ?? null) : null;
  };

  /**
   * Opens a session for the owner of an e-mail; null when they may not come in, or `hash` is not that of their password
   * (any more). Both are decided with the account held: looking at a password takes long, and much may change meanwhile.
   */
  const open = async (
    email: string,
    { address, userAgent, cookies }: Caller,
    hash?: string,
  ): Promise<Entered | null> => {
    const now = clock.now();
    if (now - prunedAt > PRUNE_MS) {
      prunedAt = now;
      await sessions.prune(now);
    }
    const opened = await db.write.transaction().execute(async (tx) => {
      await holdAccount(tx, { email });
      const account = await findAccount(tx, email);
      const who = account === undefined ? null : identify(email, account, config.administratorEmail);
      if (account === undefined || who === null || (hash !== undefined && account.password !== hash)) return null;
      const { authUserId } = account;
      const session = await openSession(tx, db.engine, now, { authUserId, address, userAgent });
      await noteSignIn(tx, authUserId, now);
      return { authUserId, who, session, oldest: await endOldestBut(tx, authUserId, session.id) };
    });
    if (opened === null) return null;
    const { authUserId, who, session, oldest } = opened;
    ended(oldest);
    const visitor: Visitor = { sessionId: session.id, authUserId, ...who, expiresAt: session.expiresAt };
    const given = (await cookie()).give(session.token, SESSION_MS / 1000);
    return { visitor, cookies: [given, devices.remember(email, cookies)] };
  };

  return {
    async ensureAdministrator() {
      const { administratorEmail: email, administratorPassword } = config;
      const password = administratorPassword ?? readablePassword();
      const created = await createAccount(db, clock.now(), { email, name: 'Administrator', password });
      return created && administratorPassword === null ? { email, password } : null;
    },

    async signIn(input) {
      const key = emailKey(input.email);
      const device = devices.idOf(key, input.cookies);
      const attempt = await attempts.begin(input.address, isEmail(key) ? key : null, device);
      try {
        const hash = await check(key, input.password);
        const opened = hash === null ? null : await open(key, input, hash);
        if (opened === null) throw new AppError('sign-in-failed');
        await attempt.succeeded();
        return opened;
      } catch (error) {
        if (!(error instanceof AppError) || error instanceof BusyError) await attempt.abandoned();
        throw error;
      }
    },

    async signOut(cookieHeader) {
      const ours = await cookie();
      const token = ours.read(cookieHeader);
      const sessionIds = token === null ? [] : await sessions.endByToken(token);
      ended(sessionIds);
      return { cookies: [ours.take()], sessionId: sessionIds[0] ?? null };
    },

    recognise(cookieHeader) {
      if (cookieHeader === undefined) return NOBODY;
      // The first request of all.
      if (known === null) return { presumed: null, confirmed: cookie().then((ours) => find(ours.read(cookieHeader))) };
      const token = known.read(cookieHeader);
      if (token === null) return NOBODY;
      return { presumed: db.engine === 'sqlite' ? null : (seen.get(token) ?? null), confirmed: find(token) };
    },

    async extend(visitor) {
      const extended = await sessions.extend(visitor, clock.now());
      return { cookies: extended === null ? [] : [(await cookie()).give(extended.token, extended.lastsMs / 1000)] };
    },

    enter: (email, from, hash) => open(emailKey(email), from, hash),
    farewell: async () => [(await cookie()).take()],
    endSession: async (sessionId) => ended(await sessions.endById(sessionId)),
    attempts,
    sessionsEnded: ended,
    heard(notice) {
      const endings = endedIn(notice);
      if (endings !== null) for (const listener of listeners) listener(endings);
    },

    onSessionsEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// The authentication library as this server uses it: its password hashing, its tables and its sessions. Its HTTP router
// is not mounted; only the operations of our own contract lead here.
import { type Auth as LibraryAuth, betterAuth, type BetterAuthOptions } from 'better-auth';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { PASSWORD_LENGTH } from '../../core/limits.ts';
import type { Config } from '../config.ts';
import type { Engine } from '../db/engine.ts';
import type { Schema } from '../db/schema.ts';

/** A session lasts this long after the app was last opened with it (docs/decisions/0007-sessions.md). */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;

/** However often it is opened, it lasts no longer than this after its sign-in. */
export const SESSION_AT_MOST_MS = 180 * 24 * 60 * 60 * 1000;

export interface LibraryParts {
  database: Kysely<Schema>;
  engine: Engine;
  config: Pick<Config, 'baseUrl'>;
  secret: string;
  log: FastifyBaseLogger;
}

/** The library's options; a test compares the tables it expects with those of our migration. */
export function libraryOptions({ database, engine, config, secret, log }: LibraryParts) {
  return {
    appName: 'Jurmana',
    secret,
    // Nothing of ours uses it, but without one the library looks into the environment and complains.
    baseURL: config.baseUrl ?? 'http://localhost',
    database: { db: database, type: engine },
    user: { modelName: 'auth_user' },
    session: { modelName: 'auth_session', expiresIn: SESSION_MS / 1000, disableSessionRefresh: true },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    advanced: {
      cookiePrefix: 'jurmana',
      // Otherwise the library decides by NODE_ENV, and plain http on the office network could not sign in.
      useSecureCookies: config.baseUrl?.startsWith('https:') === true,
      // Our migration makes its tables; tests/api/auth.test.ts compares, so that a start need not.
      database: { validateSchema: false },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      disableColors: true,
      // Only the sentence: the further arguments may hold what a person typed.
      log: (level, message) => log[level]({ from: 'better-auth' }, message),
    },
  } satisfies BetterAuthOptions;
}

export type Library = LibraryAuth<ReturnType<typeof libraryOptions>>;

export const createLibrary = (parts: LibraryParts): Library => betterAuth(libraryOptions(parts));

/** An instant as the library keeps it: text in ISO 8601 on SQLite, a timestamp on PostgreSQL. */
export const libraryDate = (engine: Engine, instant: number): string | Date =>
  engine === 'sqlite' ? new Date(instant).toISOString() : new Date(instant);

// What prevents a start: in words for the operator, and in an exit code for the service manager.
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { engineOf, sqlitePath } from '../db/connect.ts';
import { isTransient } from '../db/errors.ts';

const EXIT_FAILED = 1;
/** EX_CONFIG of sysexits.h; the unit (docs/operating/jurmana.service) does not start it again after this. */
const EXIT_CONFIG = 78;

/** Exits. `sentence`: a whole one, or several; `cause`: the error, which decides about the exit code. */
export function giveUp(sentence: string, cause: unknown): never {
  process.stderr.write(`Jurmana cannot start. ${sentence}\n`);
  process.exit(mayPass(cause) ? EXIT_FAILED : EXIT_CONFIG);
}

/** Whether the same start may succeed later, with the same settings. */
const mayPass = (error: unknown): boolean =>
  isTransient(error) ||
  /^(SQLITE_(FULL|IOERR|NOMEM).*|ENOSPC|EDQUOT|EIO|ENOMEM|EMFILE|ENFILE|EADDRINUSE|EADDRNOTAVAIL)$/.test(codeOf(error));

/** How long a start waits for an unavailable database. */
const DATABASE_TIMEOUT_MS = 60_000;

const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/**
 * How long to wait for a database that cannot be used now, in words; null: no longer. `waited`: ms so far. A file stays
 * locked only as long as another process lives, and upgrading millions of records takes long: PostgreSQL waits for that
 * without a limit as well (migrate.ts).
 */
export function howLong(error: unknown, waited: number): string | null {
  if (isLocked(error)) return 'Jurmana waits until it is free.';
  if (!isTransient(error) || waited > DATABASE_TIMEOUT_MS) return null;
  return `Jurmana keeps trying for up to ${DATABASE_TIMEOUT_MS / 1000} s.`;
}

export function aboutDatabase(error: unknown, databaseUrl: string): string {
  if (engineOf(databaseUrl) === 'postgres')
    return `The database cannot be used (${reasonOf(error)}). Check DATABASE_URL.`;
  return `The database file ${resolve(sqlitePath(databaseUrl))} cannot be used (${reasonOf(error)}). ${adviceOn(error)}`;
}

function adviceOn(error: unknown): string {
  const code = codeOf(error);
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return 'Free up space on the disk; nothing in the file has been lost.';
  if (isLocked(error)) return 'Another process is changing it, for example upgrading or restoring it.';
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return 'It is damaged, or was not written by Jurmana.';
  return 'This account must be allowed to create its folder, if there is none, and to write there. DATABASE_URL can name another file.';
}

export function aboutListening(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): string {
  if (codeOf(error) === 'EADDRINUSE') return `Port ${port} is already in use. Choose another with PORT.`;
  return `It cannot listen on ${host}:${port} (${reasonOf(error)}). Check HOST and PORT.`;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** Refused by several addresses of a name, an error has a code and no message. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message || codeOf(error) : String(error));

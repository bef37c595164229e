// What prevents a start: in words for the operator, and in an exit code for the service manager.
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { engineOf, sqlitePath } from './db/connect.ts';
import { isTransient } from './db/errors.ts';

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

export function aboutDatabase(error: unknown, databaseUrl: string): string {
  if (engineOf(databaseUrl) === 'postgres')
    return `The database cannot be used (${reasonOf(error)}). Check DATABASE_URL.`;
  return `The database file ${resolve(sqlitePath(databaseUrl))} cannot be used (${reasonOf(error)}). ${adviceOn(codeOf(error))}`;
}

function adviceOn(code: string): string {
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return 'Free up space on the disk; nothing in the file has been lost.';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'Another program has it open.';
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

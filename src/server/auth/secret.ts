// The secret that cookies are signed with, and the name that distinguishes them. The secret is configured, or made once
// and kept where every process on the same data finds it (docs/decisions/0007-sessions.md).
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { sqlitePath } from '../db/connect.ts';
import type { Database } from '../db/types.ts';
import { privateFile, privateFolder } from '../base/private-files.ts';

const MIN_LENGTH = 32;
const FILE_NAME = 'auth-secret';
/** key of its row in the table `instance` */
const SECRET_KEY = 'auth-secret';

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Throws ConfigError if the stored secret cannot be used. */
export async function readSecret(config: Pick<Config, 'authSecret' | 'databaseUrl'>, db: Database): Promise<string> {
  if (config.authSecret !== null) return config.authSecret;
  return db.engine === 'sqlite' ? secretInFile(fileOf(config.databaseUrl)) : secretInDatabase(db);
}

const fileOf = (databaseUrl: string): string => join(dirname(resolve(sqlitePath(databaseUrl))), FILE_NAME);

function secretInFile(path: string): string {
  try {
    const found = read(path) ?? make(path);
    privateFile(path);
    if (found.length >= MIN_LENGTH) return found;
  } catch (error) {
    throw new ConfigError(
      `The sign-in secret in ${path} cannot be used (${error instanceof Error ? error.message : String(error)}).`,
      { cause: error },
    );
  }
  throw new ConfigError(
    `The sign-in secret in ${path} is damaged. Delete the file; everybody then has to sign in again.`,
  );
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Creating a hard link is atomic and succeeds in only one process; the others read what it wrote. */
function make(path: string): string {
  privateFolder(dirname(path));
  const draft = writeDraft(path, newSecret());
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function writeDraft(path: string, secret: string): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  return draft;
}

/**
 * This database's name for its cookies. Browsers send cookies to every port of a host, so two servers on one host would
 * otherwise sign each other's people out.
 */
export const readInstanceName = (db: Database): Promise<string> =>
  keptInDatabase(db, 'name', () => randomBytes(4).toString('hex'));

const secretInDatabase = (db: Database): Promise<string> => keptInDatabase(db, SECRET_KEY, newSecret);

/**
 * Made once, and the same for every process. An existing value is not written again, because the file may be read-only.
 */
export async function keptInDatabase(db: Database, key: string, newValue: () => string): Promise<string> {
  const kept = await db.read.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
  if (kept !== undefined) return kept.value;
  await db.write
    .insertInto('instance')
    .values({ key, value: newValue() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.write.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return row.value;
}

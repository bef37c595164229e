// Databases of the engine under test.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Database } from '../../src/server/db/types.ts';
import { createDatabase } from './postgres.ts';
import { newTestFolder } from './test-folder.ts';

export const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

export interface DatabaseUrl {
  url: string;
  remove(): void;
}

function newFile(): DatabaseUrl {
  const folder = newTestFolder();
  return {
    url: `file:${join(folder, 'jurmana.db')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** On PostgreSQL a copy of the database at `template`, to which nobody may be connected; empty without one. */
async function newOnServer(template?: string): Promise<DatabaseUrl> {
  const server = process.env['TEST_POSTGRES_URL'];
  if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: run the tests with npm test.');
  return { url: await createDatabase(server, template), remove: () => {} };
}

/** Creates an empty database. */
export const newDatabaseUrl = async (): Promise<DatabaseUrl> => (engine === 'postgres' ? newOnServer() : newFile());

const pathOf = (url: string): string => url.slice('file:'.length);

/** A migrated database to copy: its address on PostgreSQL, the content of its file on SQLite. */
async function createTemplate(): Promise<string | Buffer> {
  const { url, remove } = await newDatabaseUrl();
  const db = connect(url);
  await migrate(db);
  await db.close();
  if (engine === 'postgres') return url;
  const content = readFileSync(pathOf(url));
  remove();
  return content;
}

/** Shared by this process, because copying takes a fifth of the time of migrating. */
let template: Promise<string | Buffer> | undefined = undefined;

/** Creates a migrated database without records. */
export async function newMigratedDatabaseUrl(): Promise<DatabaseUrl> {
  template ??= createTemplate();
  const copied = await template;
  if (typeof copied === 'string') return newOnServer(copied);
  const made = newFile();
  writeFileSync(pathOf(made.url), copied);
  return made;
}

export interface OwnDatabase {
  db: Database;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

/** A migrated database without records, and without a server. */
export async function ownDatabase(options: { poolSize?: number } = {}): Promise<OwnDatabase> {
  const { url, remove } = await newMigratedDatabaseUrl();
  const db = connect(url, options);
  return {
    db,
    remove: async () => {
      await db.close();
      remove();
    },
  };
}

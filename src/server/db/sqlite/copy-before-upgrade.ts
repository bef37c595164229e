// Keeps a copy of a SQLite database in a file next to it, before migrations change it.
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { privateFile } from '../../shared/private-files.ts';
import type { Schema } from '../schema.ts';

/**
 * `db` must not be in a transaction; another connection holds the write lock, so only one process copies. Returns the
 * path of the copy, complete and on disk; null for a database without a file.
 */
export async function copyBeforeUpgrade(db: Kysely<Schema>): Promise<string | null> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file ?? '';
  if (file === '') return null;
  const copy = `${file}.before-upgrade-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`;
  const draft = `${file}.before-upgrade-unfinished`;
  try {
    // A crash may have left one.
    rmSync(draft, { force: true });
    // Created here so that nobody else can read it.
    privateFile(draft);
    await sql`vacuum into ${draft}`.execute(db);
    const written = openSync(draft, 'r+');
    fsyncSync(written);
    closeSync(written);
    renameSync(draft, copy);
  } finally {
    rmSync(draft, { force: true });
  }
  return copy;
}

// A database of a test's own, up to date and empty, without a server on it.
import { connect, type Database } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { newDatabaseUrl } from './app.ts';

export interface OwnDatabase {
  db: Database;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

export async function ownDatabase(options: { poolSize?: number } = {}): Promise<OwnDatabase> {
  const { url, remove } = await newDatabaseUrl();
  const db = connect(url, options);
  await migrate(db);
  return {
    db,
    remove: async () => {
      await db.close();
      remove();
    },
  };
}

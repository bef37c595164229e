// A migrated, empty database without a server.
import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/types.ts';
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

// Imported files, identified by their content, so that the same file is recognised.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const imports = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('imports')
      .addColumn('sequence', integer, (c) => c.primaryKey())
      .addColumn('fingerprint', key, (c) => c.notNull())
      .addColumn('actor', text, (c) => c.notNull())
      .addColumn('at', integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('imports_fingerprint').on('imports').columns(['fingerprint', 'sequence']).execute();
  },
});

// Fines have pictures too: one table keeps those of requests and fines, each once. Imports nothing that may change.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const finePictures = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { key } = columnTypes(engine);
    for (const statement of [
      sql`alter table fines add column pictures text`,
      sql`create table pictures (hash ${key} primary key, picture text not null)`,
      sql`create table kept_pictures (
        record_id ${key} not null,
        hash ${key} not null references pictures (hash),
        constraint kept_pictures_key primary key (record_id, hash)
      )`,
      sql`create index kept_pictures_by_hash on kept_pictures (hash)`,
      sql`insert into pictures (hash, picture)
        select picture_hash, min(picture) from request_pictures join requests on id = request_id group by picture_hash`,
      sql`insert into kept_pictures (record_id, hash)
        select request_id, picture_hash from request_pictures join requests on id = request_id`,
      sql`drop table request_pictures`,
    ])
      await statement.execute(db);
  },
});

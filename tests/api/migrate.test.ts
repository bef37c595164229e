// A database of the first version, brought to the present shape with what is in it.
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { connect } from '../../src/server/db/engine.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { start } from '../../src/server/db/migrations/0001-start.ts';
import { engine, newDatabaseUrl, startApp } from '../helpers/app.ts';
import { linkFor, enterWith, standing } from '../helpers/invitations.ts';
import { addUser } from '../helpers/ledger.ts';

test('a database from before sign-in links gets them, keeps its users, and is migrated once however many start', async () => {
  const database = await newDatabaseUrl();
  const first = connect(database.url);
  const provider = { getMigrations: async () => ({ '0001-start': start(engine) }) };
  const { error } = await new Migrator({ db: first.write, provider }).migrateToLatest();
  expect(error).toBeUndefined();
  const row = {
    id: 'OLD22222',
    user_name: 'Old Hand',
    user_email: 'old@example.pk',
    user_role: 'Clerk',
    phone: '1',
    status: 'Active' as const,
    created_at: 1,
    updated_at: null,
    deleted_at: null,
    sort_key: 'old hand',
    name_key: 'old hand',
    id_key: 'old22222',
    role_key: 'clerk',
    email_key: 'old@example.pk',
    total: 0,
    pending: 0,
    fine_count: 0,
    paid_count: 0,
    newest_fine_date: null,
    summary_updated_at: null,
  };
  await first.write.insertInto('users').values(row).execute();
  await first.close();

  const processes = Array.from({ length: 3 }, () => connect(database.url));
  // Connections of one process to one SQLite file would wait for each other without ever letting the other go on.
  if (engine === 'postgres') await Promise.all(processes.map(migrate));
  else for (const db of processes) await migrate(db);
  for (const db of processes) await db.close();
  const app = await startApp({ databaseUrl: database.url });
  try {
    const administrator = await app.administrator();
    await enterWith(app, await linkFor(administrator, 'OLD22222'));
    const user = { ...(await addUser(administrator)), id: 'OLD22222' };
    expect((await standing(administrator, user)).signIn).toBe('active');
  } finally {
    await app.stop();
    database.remove();
  }
});

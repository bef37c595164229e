// npm run admin-link
//
// For a forgotten administrator password: prints a single-use link, valid for one hour, for choosing a new one. Servers
// may keep running. Exit codes: 0 link created, 2 failed.
import { emailKey } from '../../core/email.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createLink } from '../auth/links.ts';
import { type Config, readConfig } from '../config.ts';
import type { Database } from '../db/types.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase, runTool } from './shared/tool.ts';

export interface AdministratorLink {
  address: string;
  /** ms */
  expiresAt: number;
}

/** Creates the link and voids earlier ones. */
export async function createAdministratorLink(
  db: Database,
  clock: Clock,
  config: Pick<Config, 'administratorEmail' | 'baseUrl' | 'port'>,
): Promise<AdministratorLink> {
  const link = await db.write
    .transaction()
    .execute((tx) => createLink(tx, clock.now(), { userId: null, emailKey: emailKey(config.administratorEmail) }));
  const base = config.baseUrl ?? `http://localhost:${config.port}`;
  return { address: `${base}/#/login?invite=${link.token}`, expiresAt: link.expiresAt };
}

async function main(): Promise<number> {
  const config = readConfig(process.env);
  // A wrong DATABASE_URL must not create a new database: its link would open nothing.
  const db = await openDatabase(config.databaseUrl, { migrated: false });
  try {
    await migrate(db, config.timeZone);
    const { address, expiresAt } = await createAdministratorLink(db, systemClock, config);
    const minutes = Math.round((expiresAt - systemClock.now()) / 60_000);
    const lines = [
      `Open this link to choose a new password for ${config.administratorEmail}. It works once, for ${minutes} minutes:`,
      '',
      `  ${address}`,
      '',
      'All of the administrator’s sessions end when it is used. Links made here before no longer work.',
      ...(config.baseUrl === null
        ? ['If the app is opened under another address than this, put that one in its place (or set BASE_URL).']
        : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } finally {
    await db.close();
  }
}

if (import.meta.main) await runTool(main);

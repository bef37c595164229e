// npm run admin-link
//
// For an administrator password that is forgotten, or known to others: prints a single-use link, valid for one hour,
// for choosing a new one, and ends all of the administrator's earlier sign-ins. Servers may keep running. Exit codes: 0
// link created, 2 failed.
import { emailKey } from '../../core/people/email.ts';
import { stripInvisible } from '../../core/text/letters.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { endSignIns } from '../auth/access.ts';
import { createLink } from '../auth/links/links.ts';
import { noticeOf } from '../auth/sign-in-notices.ts';
import { type Config, readConfig } from '../config/config.ts';
import { databaseLocation } from '../db/connect.ts';
import { announce } from '../db/notify.ts';
import { inWriteTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { openDatabase, runTool, upgrade } from './shared/tool.ts';

interface AdministratorLink {
  address: string;
  /** ms */
  expiresAt: number;
}

/** Creates the link, and ends everything that has signed the administrator in: sessions, links and passkeys. */
export async function createAdministratorLink(
  db: Database,
  clock: Clock,
  config: Pick<Config, 'administratorEmail' | 'baseUrl' | 'port'>,
): Promise<AdministratorLink> {
  const owner = { userId: null, emailKey: emailKey(config.administratorEmail) };
  const { link, account } = await inWriteTransaction(db, async (tx) => ({
    account: await endSignIns(tx, clock.now(), owner),
    link: await createLink(tx, clock.now(), owner),
  }));
  if (account !== undefined) await announce(db, noticeOf(account));
  const base = config.baseUrl ?? `http://localhost:${config.port}`;
  return { address: `${base}/#/login?invite=${link.token}`, expiresAt: link.expiresAt };
}

/**
 * The names of valid API keys. They belong to the organisation and stay valid, but somebody who had the administrator's
 * rights may have made one.
 */
async function apiKeysInForce(db: Database, clock: Clock): Promise<string[]> {
  const keys = await db.read
    .selectFrom('api_keys')
    .select('name')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('name')
    .execute();
  if (keys.length === 0) return [];
  return [
    `API keys in force: ${keys.map(({ name }) => stripInvisible(name)).join(', ')}. In Settings, revoke those you do not recognise.`,
  ];
}

async function main(): Promise<number> {
  const config = readConfig(process.env);
  // A wrong DATABASE_URL must not create a new database, in which the link would be useless.
  const db = await openDatabase(config.databaseUrl, { migrated: false });
  try {
    await upgrade(db);
    const { address, expiresAt } = await createAdministratorLink(db, systemClock, config);
    const minutes = Math.round((expiresAt - systemClock.now()) / 60_000);
    const lines = [
      `Open this link to choose a new password for ${config.administratorEmail}. It works once, for ${minutes} minutes:`,
      '',
      `  ${address}`,
      '',
      'Everything that signed the administrator in before has ended: sessions, passkeys, and links made here before. The old password',
      'works until the link is used.',
      `It is in ${databaseLocation(config.databaseUrl)}, so it works only at a server that uses this database.`,
      ...(await apiKeysInForce(db, systemClock)),
      ...(config.baseUrl === null
        ? ['If people open the app at another address, put that address in its place (or set BASE_URL).']
        : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } finally {
    await db.close();
  }
}

if (import.meta.main) await runTool(main);

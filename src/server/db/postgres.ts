// PostgreSQL: how it is connected to, and how processes hear of each other's commits.
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from './engine.ts';
import { hostsOf } from './hosts.ts';
import { type PoolOptions, Servers } from './postgres-servers.ts';
import type { Schema } from './schema.ts';

export const NOTIFY_CHANNEL = 'jurmana_commits';
const LISTEN_AGAIN_MS = 1000;

/** Connects lazily. */
export function connectPostgres(databaseUrl: string, options: PoolOptions): Database {
  const hosts = hostsOf(databaseUrl);
  if (hosts === null) throw new Error('The DATABASE_URL cannot be read.');
  const servers = new Servers(hosts, options);
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: servers }) });
  return {
    engine: 'postgres',
    write: database,
    read: database,
    listen: (onCommit, onError, onNotice) => listenPostgres(servers, { onCommit, onError, onNotice }),
    close: () => database.destroy(),
  };
}

/** Reconnects by itself, a second after the connection broke. */
async function listenPostgres(
  servers: Servers,
  {
    onCommit,
    onError,
    onNotice = () => {},
  }: { onCommit(): void; onError(error: unknown): void; onNotice: ((notice: string) => void) | undefined },
) {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const retry = () => {
    if (!stopped && timer === undefined) timer = setTimeout(() => ((timer = undefined), void start()), LISTEN_AGAIN_MS);
  };
  const start = async () => {
    try {
      const next = await servers.connectAlone();
      client = next;
      next.on('error', onError);
      next.on('end', () => {
        client = null;
        retry();
      });
      next.on('notification', ({ payload = '' }) => (payload === '' ? onCommit() : onNotice(payload)));
      await next.query(`listen ${NOTIFY_CHANNEL}`);
      if (stopped) await next.end();
      else {
        onCommit();
        onNotice('');
      }
    } catch (error) {
      onError(error);
      await client?.end().catch(() => {});
      retry();
    }
  };
  await start();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

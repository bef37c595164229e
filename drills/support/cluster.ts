// A PostgreSQL primary and its synchronous streaming standby on this machine.
import { createDatabase, type RunningPostgres, startPostgres } from '../../tests/helpers/postgres.ts';
import { connect } from '../../src/server/db/connect.ts';
import { sql } from 'kysely';
import { pause } from './drill.ts';

export interface Cluster {
  /** the address of a new database; names both servers, the primary first */
  readonly databaseUrl: string;
  readonly primary: RunningPostgres;
  readonly standby: RunningPostgres;
  /** Promotes the standby and waits until it is the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const STREAMING_TIMEOUT_MS = 20_000;

export async function startCluster(): Promise<Cluster> {
  const settings = { synchronous_standby_names: '*', synchronous_commit: 'on' };
  const primary = await startPostgres({ durable: true, settings });
  let standby: RunningPostgres;
  try {
    await primary.halt();
    const primary_conninfo = `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres application_name=standby`;
    standby = await startPostgres({
      durable: true,
      copyOf: primary.data,
      standby: true,
      settings: { primary_conninfo },
    });
  } catch (error) {
    await primary.stop();
    throw error;
  }
  const stop = async () => void (await Promise.all([primary.stop(), standby.stop()]));
  try {
    await primary.start();
    await untilStreaming(primary.url);
    const { pathname } = new URL(await createDatabase(primary.url));
    const hosts = [primary, standby].map(({ url }) => new URL(url).host).join(',');
    return {
      databaseUrl: `postgres://postgres@${hosts}${pathname}?target_session_attrs=read-write`,
      primary,
      standby,
      promote: async () => void (await query(standby.url, 'select pg_promote(true, 30)')),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilStreaming(url: string): Promise<void> {
  const from = performance.now();
  while (performance.now() - from < STREAMING_TIMEOUT_MS) {
    const rows = await query(url, "select 1 from pg_stat_replication where sync_state = 'sync'");
    if (rows.length > 0) return;
    await pause(50);
  }
  throw new Error('The standby does not follow the primary.');
}

/** Runs one statement over a new connection. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const db = connect(url, { poolSize: 1 });
  try {
    return (await sql.raw(text).execute(db.write)).rows;
  } finally {
    await db.close();
  }
}

// The LISTEN connection, by which processes on one PostgreSQL database learn of each other's commits.
import type pg from 'pg';
import type { Pools } from './pool.ts';

export const NOTIFY_CHANNEL = 'jurmana_commits';
const RECONNECT_DELAY_MS = 1000;
/** Polling interval behind a pooler, which does not pass notifications on. */
const LOOK_MS = 500;

/**
 * Reconnects automatically, one second after losing the connection. Without a connection that can listen, it calls back
 * twice a second.
 */
export async function listenPostgres(
  pools: Pools,
  {
    onCommit,
    onError,
    onNotice = () => {},
  }: { onCommit(): void; onError(error: unknown): void; onNotice: ((notice: string) => void) | undefined },
) {
  if (!pools.canListen) {
    const looking = setInterval(onCommit, LOOK_MS);
    looking.unref();
    return async () => clearInterval(looking);
  }
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const retry = () => {
    if (!stopped && timer === undefined)
      timer = setTimeout(() => ((timer = undefined), void start()), RECONNECT_DELAY_MS);
  };
  const start = async () => {
    try {
      const next = await pools.connectAlone();
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

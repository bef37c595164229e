// Servers that send e-mail according to a clock set by a drill, and waiting until everything is sent.
import type { Database } from '../../src/server/db/types.ts';
import { type ServerProcess, startServerProcess } from '../../tests/helpers/server-process.ts';
import { ACCOUNT, pause } from './drill.ts';

const STILL_MS = 120_000;

/**
 * Waits until nothing is left to send and `isOver`. If everything left is deferred, it calls `turnTo` with the instant
 * (ms) at which the first message is due. It never does so otherwise, because the clock also times out connecting to
 * the mail server, which counts as a try.
 * @throws if nothing has changed for two minutes
 */
export async function untilSent(
  db: Database,
  {
    now,
    turnTo,
    isOver = async () => true,
  }: { now(): number; turnTo(instant: number): Promise<unknown>; isOver?: () => Promise<boolean> },
): Promise<void> {
  let last = '';
  let since = performance.now();
  while (true) {
    const left = await db.read
      .selectFrom('mails')
      .select(['id', 'state', 'tries', 'next_try_at', 'reply'])
      .where('state', 'in', ['waiting', 'failed', 'sending'])
      .orderBy('id')
      .execute();
    if (left.length === 0 && (await isOver())) return;
    const seen = JSON.stringify(left);
    if (seen !== last) [last, since] = [seen, performance.now()];
    else if (performance.now() - since > STILL_MS) throw new Error(`Nothing is sent any more: ${seen}`);
    const due = Math.min(...left.map((mail) => mail.next_try_at ?? 0));
    if (left.length > 0 && left.every(({ state }) => state !== 'sending') && due > now()) await turnTo(due);
    await pause(100);
  }
}

export interface ClockedServers {
  /** the time of their clock, ms */
  now(): number;
  start(): Promise<ServerProcess>;
  /** Sets the clock of running servers, and of those started later. */
  turnTo(instant: number): Promise<void>;
  kill(): Promise<void>;
}

/** Servers on one database, whose clock starts at an instant (ms). */
export function clockedServers(databaseUrl: string, mailServerUrl: string, from: number): ClockedServers {
  let ahead = from - Date.now();
  const now = (): number => Date.now() + ahead;
  const started: ServerProcess[] = [];
  return {
    now,
    async start() {
      const server = await startServerProcess({
        databaseUrl,
        account: ACCOUNT,
        environment: { SMTP_URL: mailServerUrl, MAIL_FROM: 'fines@club.test', SMTP_TIMEOUT: '5' },
        settableClock: true,
      });
      started.push(server);
      await server.setClock(now());
      return server;
    },
    async turnTo(instant) {
      ahead = instant - Date.now();
      await Promise.all(started.filter((server) => server.running()).map((server) => server.setClock(instant)));
    },
    async kill() {
      for (const server of started) await server.kill();
    },
  };
}

// Servers that send e-mail by a clock that a drill turns, and the end of what they have to send.
import type { Database } from '../../src/server/db/types.ts';
import { type ServerProcess, startServerProcess } from '../../tests/helpers/server-process.ts';
import { ACCOUNT, pause } from './drill.ts';

const STILL_MS = 120_000;

/**
 * Waits until nothing is to be sent any more and `isOver`. Where all that is left is put off, it calls `turnTo` with the instant (ms) at
 * which the first of it is due. At no other time: connecting to the mail server is given up by the clock, and counts as a try.
 * @throws where nothing has changed for two minutes
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
  /** by their clock; ms */
  now(): number;
  start(): Promise<ServerProcess>;
  /** Turns the clock of those that run, and of those that start later. */
  turnTo(instant: number): Promise<void>;
  kill(): Promise<void>;
}

/** On one database, from an instant on (ms). */
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

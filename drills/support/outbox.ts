import type { Database } from '../../src/server/db/types.ts';
import { pause } from './drill.ts';

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

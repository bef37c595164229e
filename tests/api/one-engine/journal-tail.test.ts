// How often the live feed reads the journal.
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/server/base/clock.ts';
import type { Database } from '../../../src/server/db/types.ts';
import { createJournalTail } from '../../../src/server/live/journal-tail.ts';
import { ownDatabase } from '../../helpers/database.ts';
import { recordStatements } from '../../helpers/sent-statements.ts';

let db: Database;
let remove: () => Promise<void>;
let reads = 0;
const stopRecording = recordStatements(({ sql }) => {
  if (sql.includes('from "journal" where "sequence" >=')) reads++;
});
const silent = { info() {}, warn() {} } as unknown as FastifyBaseLogger;

beforeAll(async () => {
  // Without its own polling.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  ({ db, remove } = await ownDatabase());
});
afterAll(async () => {
  vi.useRealTimers();
  stopRecording();
  await remove();
});

test('the commands of one commit make the live feed read once, and a later one again [LIVE-1]', async () => {
  const tail = createJournalTail({ db, clock: systemClock, timeZone: 'Asia/Karachi', log: silent });
  await tail.start();
  await tail.catchUp();
  reads = 0;
  for (let command = 0; command < 20; command++) tail.wake();
  await tail.catchUp();
  expect(reads).toBe(1);
  tail.wake();
  await tail.catchUp();
  expect(reads).toBe(2);
  await tail.stop();
});

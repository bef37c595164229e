// Kills (SIGKILL) the process that sends automatic reminders at a random moment, while another one on the same database
// stands by. Each member must be reminded once on each of their days, and no message may arrive twice.
import { addDays, beginningOf, dayOf } from '../../src/core/calendar.ts';
import { beginsAt } from '../../src/core/people/reminder-plan.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Database, Engine } from '../../src/server/db/types.ts';
import { readProgress, writeProgress } from '../../src/server/mail/reminding.ts';
import { newFineRow } from '../../src/server/shared/fine-row.ts';
import { emptyUserRow } from '../../src/server/shared/user-row.ts';
import { startMailServer } from '../../tests/helpers/smtp.ts';
import { type Findings, newDatabase, pause } from './drill.ts';
import { clockedServers, untilSent } from './outbox.ts';

const MEMBERS = 160;
const ZONE = 'Asia/Karachi';
/** Roughly in the middle of a run. */
const KILLED_WITHIN_MS = 1500;
/** By then, the killed process's leases have expired. */
const LATER_MS = 61_000;

export async function drillReminding(
  engine: Engine,
  { rounds, random, findings }: { rounds: number; random: () => number; findings: Findings },
): Promise<void> {
  const database = await newDatabase(engine);
  const mailServer = await startMailServer();
  const first = addDays(dayOf(Date.now(), ZONE), 1);
  const servers = clockedServers(database.url, mailServer.url, beginningOf(first, ZONE));
  const { now, start, turnTo } = servers;
  const processes = [await start()];
  const db = connect(database.url);
  const days = Array.from({ length: rounds }, (_, n) => addDays(first, 3 * n));
  try {
    await fill(
      db,
      first,
      days.map((_, n) => 3 * n),
    );
    for (const day of days) {
      if (processes.length < 2) processes.push(await start());
      await turnTo(beginsAt(day, ZONE) + 1000);
      await pause(random() * KILLED_WITHIN_MS);
      await processes.shift()?.kill();
      await turnTo(now() + LATER_MS);
      await untilSent(db, { now, turnTo, isOver: async () => (await readProgress(db.read))?.after === day });
    }
    const reminders = await db.read.selectFrom('reminders').select(['user_id', 'through']).execute();
    const mails = await db.read.selectFrom('mails').select(['user_id', 'message_id']).execute();
    const once = new Set(reminders.map(({ user_id: id, through }) => `${id} ${through}`));
    const wanted = MEMBERS * rounds;
    findings.add(
      'each member was reminded once on each of their days, whichever process was killed',
      once.size === wanted && reminders.length === wanted,
      `${reminders.length} of ${wanted}`,
    );
    findings.add('there is one message for each reminder', mails.length === wanted, mails.length);
    const arrived = mailServer.received.map(({ messageId }) => messageId);
    findings.add('no reminder arrived twice', new Set(arrived).size === arrived.length, arrived.length);
  } finally {
    await servers.kill();
    await db.close();
    await mailServer.stop();
    await database.remove();
  }
}

/** Adds members who owe something that is due on that day. Their books need not be correct here. */
async function fill(db: Database, due: string, steps: readonly number[]): Promise<void> {
  const { write } = db;
  for (let n = 0; n < MEMBERS; n++) {
    const id = `m${n}`;
    const owes = {
      total: 100,
      pending: 100,
      fine_count: 1,
      newest_fine_date: due,
      oldest_pending_date: due,
      earliest_due: due,
    };
    const row = emptyUserRow({ id, user_name: `Member ${n}`, user_email: `m${n}@club.test`, ...owes });
    await write.insertInto('users').values(row).execute();
    await write
      .insertInto('fines')
      .values(
        newFineRow({
          id: `f${n}`,
          sequence: n + 1,
          user_id: id,
          fine_type: 'Late',
          amount: 100,
          date: due,
          created_at: 0,
          updated_at: 0,
          due_on: due,
        }),
      )
      .execute();
  }
  await writeProgress(write, { after: addDays(due, -1), asked: null });
  await write
    .updateTable('organisation')
    .set({ remind_steps: JSON.stringify(steps) })
    .execute();
}

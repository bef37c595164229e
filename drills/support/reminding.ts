// Kills (SIGKILL) the process that sends automatic reminders, or adds late surcharges, at a random moment, while another
// one on the same database stands by. Each member must be reminded once on each of their days, and no message may arrive
// twice; each fine must bear each of its surcharges once.
import { addDays, beginningOf, dayOf } from '../../src/core/calendar.ts';
import { RULE_ID } from '../../src/core/fines/rules.ts';
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
/** Inserted in one statement. */
const AT_ONCE = 200;
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
    await fill(db, first, { members: MEMBERS, amount: 100 });
    await writeProgress(db.write, { after: addDays(first, -1), asked: null });
    const steps = days.map((_, n) => 3 * n);
    await db.write
      .updateTable('organisation')
      .set({ remind_steps: JSON.stringify(steps) })
      .execute();
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

const TERMS = { amount: 5000, percent: null, graceDays: 0, everyDays: 7, times: 4, mostPercent: 100 };
/** The longest that adding all of a day may take; ms of real time. */
const ADDED_WITHIN_MS = 180_000;

/** A month of late surcharges: four for each member, a week apart. */
export async function drillSurcharges(
  engine: Engine,
  { members, random, findings }: { members: number; random: () => number; findings: Findings },
): Promise<void> {
  const database = await newDatabase(engine);
  const mailServer = await startMailServer();
  const first = addDays(dayOf(Date.now(), ZONE), 1);
  const servers = clockedServers(database.url, mailServer.url, beginningOf(first, ZONE));
  const processes = [await servers.start()];
  const db = connect(database.url);
  try {
    await fill(db, first, { members, amount: 100_000 });
    const terms = JSON.stringify({ ...TERMS, since: first, leftOut: [] });
    await db.write
      .updateTable('settings')
      .set({ allow_disallow: 1, terms })
      .where('id', '=', RULE_ID['late-surcharge'])
      .execute();
    const added = async (): Promise<number> => {
      const [row] = await db.read
        .selectFrom('surcharges')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .execute();
      return row?.count ?? 0;
    };
    const seconds: number[] = [];
    for (let number = 1; number <= TERMS.times; number++) {
      if (processes.length < 2) processes.push(await servers.start());
      await servers.turnTo(beginsAt(addDays(first, 1 + (number - 1) * TERMS.everyDays), ZONE) + 1000);
      const began = performance.now();
      await pause(random() * KILLED_WITHIN_MS);
      await processes.shift()?.kill();
      await servers.turnTo(servers.now() + LATER_MS);
      while ((await added()) < number * members && performance.now() - began < ADDED_WITHIN_MS) await pause(200);
      seconds.push(Math.round((performance.now() - began) / 100) / 10);
    }
    // Time for more, if there were any.
    await pause(3000);
    const rows = await db.read.selectFrom('surcharges').select(['fine_id', 'number']).execute();
    const once = new Set(rows.map(({ fine_id: id, number }) => `${id} ${number}`));
    const wanted = members * TERMS.times;
    findings.add(
      'each fine bears each of its surcharges once, whichever process was killed',
      once.size === wanted && rows.length === wanted,
      `${rows.length} of ${wanted}, those of a day within ${Math.max(...seconds)} s`,
    );
    const { total } = await db.read.selectFrom('books').select('total').executeTakeFirstOrThrow();
    findings.add('the total has grown by them', total === wanted * TERMS.amount, total / 100);
  } finally {
    await servers.kill();
    await db.close();
    await mailServer.stop();
    await database.remove();
  }
}

/** Adds members who owe something that is due on that day. Their books need not be correct here. */
async function fill(
  { write }: Database,
  due: string,
  { members, amount }: { members: number; amount: number },
): Promise<void> {
  for (let from = 0; from < members; from += AT_ONCE) {
    const all = Array.from({ length: Math.min(AT_ONCE, members - from) }, (_, place) => {
      const n = from + place;
      const id = `m${n}`;
      const owes = { total: amount, pending: amount, fine_count: 1 };
      const days = { newest_fine_date: due, oldest_pending_date: due, earliest_due: due };
      const user = emptyUserRow({ id, user_name: `Member ${n}`, user_email: `m${n}@club.test`, ...owes, ...days });
      const of = { user_id: id, fine_type: 'Late', amount, date: due, due_on: due };
      return { user, fine: newFineRow({ id: `f${n}`, sequence: n + 1, created_at: 0, updated_at: 0, ...of }) };
    });
    await write
      .insertInto('users')
      .values(all.map(({ user }) => user))
      .execute();
    await write
      .insertInto('fines')
      .values(all.map(({ fine }) => fine))
      .execute();
  }
}

// npm run drill mail -- [--short] [--engines sqlite,postgres] [--times N] [--seed N]
//
// Kills (SIGKILL) the process that sends mail at each step of a message, while another process on the same database
// stands by and takes over, and while the mail server defers messages and breaks connections. In the end no message may
// have been sent twice, no unsent message may be lost, and a message may be unknown only if its outcome cannot be
// known. 20 kills for each step and engine (short form: 1). Then it kills the process that sends automatic reminders
// and late surcharges, the latter among 10,000 members over a month (short form: 120; support/reminding.ts).
import { randomFrom } from '../organisation/random.ts';
import type { MailState } from '../src/core/mail/delivery.ts';
import { connect } from '../src/server/db/connect.ts';
import { inWriteTransaction } from '../src/server/db/transaction.ts';
import type { Database, Engine } from '../src/server/db/types.ts';
import { insertMails, newMail } from '../src/server/mail/new-mail.ts';
import { type MailServer, startMailServer, type Step, STEPS } from '../tests/helpers/smtp.ts';
import { drillReminding, drillSurcharges } from './support/reminding.ts';
import { Findings, newDatabase, readOptions, say } from './support/drill.ts';
import { clockedServers, untilSent } from './support/outbox.ts';

const MESSAGES = 6;
/** By then, the killed process's lease has expired. */
const LATER_MS = 61_000;
/** The steps before the server asked for the text. */
const NOTHING_LEFT: readonly Step[] = ['connect', 'mail', 'rcpt'];

const options = readOptions();
const rounds = options.times ?? (options.short ? 1 : 20);
say(`mail drill: ${rounds} kills at each of ${STEPS.length} steps on each engine, seed ${options.seed}`);
const ended = await Promise.allSettled(options.engines.map(drill));
for (const end of ended) if (end.status === 'rejected') throw end.reason;

async function drill(engine: Engine): Promise<void> {
  const random = randomFrom(options.seed).fraction;
  const database = await newDatabase(engine);
  const mailServer = await startMailServer();
  const servers = clockedServers(database.url, mailServer.url, Date.now());
  const { now, start, turnTo } = servers;
  const processes = [await start()];
  const db = connect(database.url);
  const findings = new Findings();
  const kills = { total: 0, unknownTooEarly: 0, knownTooMuch: 0 };
  try {
    for (let round = 0; round < rounds; round++) {
      for (const step of STEPS) {
        const [sender, standing] = [processes[0] ?? (await start()), processes[1] ?? (await start())];
        const unknownBefore = await count(db, 'unknown');
        const struck = strike(mailServer, { step, random });
        await queue(db, { prefix: `r${round}-${step}`, now: now() });
        await struck.at;
        await sender.kill();
        kills.total++;
        await turnTo(now() + LATER_MS);
        await untilSent(db, { now, turnTo });
        const lost = (await count(db, 'unknown')) - unknownBefore - struck.dropped();
        if (NOTHING_LEFT.includes(step) && lost !== 0) kills.unknownTooEarly++;
        if (!NOTHING_LEFT.includes(step) && lost !== 1) kills.knownTooMuch++;
        processes.splice(0, 2, standing);
      }
    }
    await judge(db, mailServer, { findings, kills });
    await drillReminding(engine, { rounds: options.short ? 2 : rounds, random, findings });
    await drillSurcharges(engine, { members: options.short ? 120 : 10_000, random, findings });
    findings.print(`Mail drill on ${engine}`);
  } finally {
    await servers.kill();
    await db.close();
    await mailServer.stop();
    await database.remove();
  }
}

/** Misbehaves at random, goes silent when a message reaches the step, and reports that. */
function strike(server: MailServer, { step, random }: { step: Step; random: () => number }) {
  let reached = (): void => {};
  let silent: boolean = false;
  let dropped = 0;
  const putOff = new Set<string>();
  const at = new Promise<void>((resolve) => (reached = resolve));
  // All messages go over one connection.
  const strikesAfter = step === 'connect' ? 0 : Math.floor(random() * MESSAGES);
  let seen = 0;
  server.behave((now) => {
    if (!silent) {
      if (now.step !== step || seen++ < strikesAfter) return 'ok';
      silent = true;
      reached();
      return 'stall';
    }
    // Only after the kill, so that the cause of an unknown message is clear.
    if (now.step === 'rcpt' && !putOff.has(now.to) && random() < 0.2) {
      putOff.add(now.to);
      return random() < 0.5 ? '451 Greylisted' : 'drop';
    }
    if (now.step === 'end' && random() < 0.2) {
      dropped++;
      return 'drop';
    }
    return 'ok';
  });
  return { at, dropped: () => dropped };
}

async function queue(db: Database, { prefix, now }: { prefix: string; now: number }): Promise<void> {
  const rows = Array.from({ length: MESSAGES }, (_, n) =>
    newMail({
      reader: { userId: null, name: `Member ${n}`, address: `${prefix}-${n}@club.test`, language: 'en' },
      kind: 'reminder',
      letter: { subject: 'Reminder', name: `Member ${n}`, paragraphs: ['Please pay.'] },
      sender: 'Our Club',
      mail: { domain: 'club.test' },
      now,
      goesAt: now,
      facts: null,
    }),
  );
  await inWriteTransaction(db, (tx) => insertMails(tx, rows));
}

async function count(db: Database, state: MailState): Promise<number> {
  const rows = await db.read.selectFrom('mails').select('id').where('state', '=', state).execute();
  return rows.length;
}

async function judge(
  db: Database,
  { received, begun }: MailServer,
  { findings, kills }: { findings: Findings; kills: Record<'total' | 'unknownTooEarly' | 'knownTooMuch', number> },
): Promise<void> {
  const mails = await db.read.selectFrom('mails').select(['message_id', 'address', 'state']).execute();
  const times = (id: string): number => received.filter(({ messageId }) => messageId === `<${id}>`).length;
  const taken = new Set(received.filter(({ answered }) => answered).map(({ messageId }) => messageId));
  const of = (state: string) => mails.filter((mail) => mail.state === state);
  const twice = mails.filter(({ message_id: id }) => times(id) > 1).length;
  findings.add('processes killed while they sent', kills.total > 0, kills.total);
  findings.add('no message arrived twice', twice === 0, `${twice} of ${mails.length}`);
  const wrong = of('sent').filter(({ message_id: id }) => times(id) !== 1 || !taken.has(`<${id}>`)).length;
  findings.add(
    'every message marked as sent was accepted by the mail server once',
    wrong === 0 && of('sent').length > 0,
    of('sent').length,
  );
  const unasked = of('unknown').filter(({ address }) => !begun.has(address)).length;
  findings.add('messages are unknown only if the server had asked for their text', unasked === 0, of('unknown').length);
  findings.add('a kill before that leaves no message unknown', kills.unknownTooEarly === 0, kills.unknownTooEarly);
  findings.add('a later kill leaves the message being sent unknown', kills.knownTooMuch === 0, kills.knownTooMuch);
  const others = mails.length - of('sent').length - of('unknown').length;
  findings.add('every other message was sent', others === 0, others);
}

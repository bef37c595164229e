// Sends what waits in the outbox, in one process among all on the database. Nothing that is recorded waits for it.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { afterTry, isTooLate, MAX_TRIES, type Outcome } from '../../core/mail/delivery.ts';
import type { Clock } from '../clock.ts';
import { isUnavailable } from '../db/errors.ts';
import type { Database } from '../db/types.ts';
import type { Mailing } from '../ledger/command.ts';
import { createLease } from './lease.ts';
import type { MailConfig } from './mail-config.ts';
import * as repository from './mails.repository.ts';
import { openLine, ServerAway, type SmtpLine } from './smtp.ts';
import { tellsStill } from './still-true.ts';

export interface SenderParts {
  db: Database;
  clock: Clock;
  config: MailConfig;
  mailing: Mailing;
  log: FastifyBaseLogger;
}

/** Between two looks at what is due, and at the lease. */
const LOOK_MS = 500;
/** Read at once; each is looked at again before it is sent. */
const AT_ONCE = 50;
/** How long the answer to a message that is on its way is waited for when the server stops. */
const STOP_MS = 5000;

/** Looks every half second. The returned function ends it; what is on its way then may be unknown. */
export function startSender({ db, clock, config, mailing, log }: SenderParts): () => Promise<void> {
  const lease = createLease(db);
  let stopping = false;
  let holds = false;
  /** being looked at or sent */
  let working: Promise<void> | null = null;
  let line: SmtpLine | null = null;
  /** its text has left, and its answer is waited for */
  let underWay = false;
  let away = false;
  /** messages may be marked as being sent that nobody sends */
  let hasOrphans = true;

  const begin = async (mail: repository.Mail): Promise<boolean> => {
    if (stopping || !holds || !(await repository.beginSending(db.write, mail, clock.now()))) return false;
    underWay = true;
    return true;
  };

  const end = async (mail: repository.Mail, outcome: Outcome, reply: string): Promise<void> => {
    const now = clock.now();
    const next = afterTry(mail.tries, outcome, now);
    await insistently(async () => {
      await repository.endTry(db.write, mail, next, { now, reply });
      if (outcome === 'accepted') await repository.forgetRefusal(db.write, mail);
      if (outcome === 'refused') await repository.noteRefusal(db.write, mail, now, reply);
    });
    log.info({ mail: mail.id, kind: mail.kind, state: next.state, tries: next.tries, reply }, 'mail');
  };

  /** What became of a message is known here alone: it is written down as soon as the database is back. */
  const insistently = async (write: () => Promise<void>): Promise<void> => {
    while (true) {
      try {
        return await write();
      } catch (error) {
        if (stopping || !isUnavailable(error)) throw error;
        await pause(LOOK_MS);
      }
    }
  };

  /** Of every message that is due: the server is away for all of them. */
  const postpone = async (reply: string): Promise<void> => {
    const now = clock.now();
    if (!away) log.warn({ reply }, 'the mail server cannot be used; it is tried again');
    away = true;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await repository.endTryOfDue(db.write, tries, afterTry(tries, 'later', now), { now, reply });
    }
  };

  const send = async (due: repository.Mail): Promise<void> => {
    const mail = await tellsStill(db.write, due, mailing);
    if (mail === null) return;
    if (line?.open !== true) line = await openLine(config);
    underWay = false;
    try {
      const sent = await line.send(mail, () => begin(mail));
      if (sent === null) return;
      away = false;
      // What was not begun when the server stopped was no try.
      if (stopping && !underWay) return;
      await end(mail, sent.outcome, sent.reply);
    } finally {
      underWay = false;
    }
  };

  const sendAll = async (): Promise<void> => {
    try {
      while (!stopping && holds) {
        const now = clock.now();
        const due = await repository.dueMails(db.read, now, AT_ONCE);
        if (due.length === 0) return;
        // The longest waiting come first.
        if (due.some(({ next_try_at: at }) => at !== null && isTooLate(at, now))) {
          await repository.giveUpTooLate(db.write, now);
          continue;
        }
        for (const mail of due) {
          if (stopping || !holds) return;
          await send(mail);
        }
      }
    } catch (error) {
      if (!(error instanceof ServerAway)) throw error;
      if (!stopping) await postpone(error.message);
    } finally {
      line?.close();
      line = null;
    }
  };

  const look = async (): Promise<void> => {
    const got = await lease.hold(clock.now());
    holds = got !== 'elsewhere';
    hasOrphans ||= got === 'taken';
    if (!holds || working !== null || stopping) return;
    working = work().finally(() => (working = null));
    await working;
  };

  const work = async (): Promise<void> => {
    if (hasOrphans) {
      const lost = await repository.loseTrack(db.write);
      if (lost > 0) log.warn({ mails: lost }, 'messages were being sent when a process ended: nobody can know of them');
      hasOrphans = false;
    }
    await sendAll();
  };

  let troubled = false;
  let looking: Promise<void> | null = null;
  const lookSafely = async (): Promise<void> => {
    try {
      await look();
      troubled = false;
    } catch (error) {
      holds = false;
      hasOrphans = true;
      if (!troubled && !stopping) {
        const entry = isUnavailable(error) ? { reason: String(error) } : { err: error };
        log.warn(entry, 'the outbox cannot be worked on; it is tried again');
      }
      troubled = true;
    }
  };
  // The lease is renewed while a message is under way, so one look does not wait for the one before.
  const timer = setInterval(() => {
    const next = lookSafely().finally(() => {
      if (looking === next) looking = null;
    });
    looking = next;
  }, LOOK_MS);
  timer.unref();

  return async () => {
    stopping = true;
    clearInterval(timer);
    if (!underWay) line?.close();
    const closing = setTimeout(() => line?.close(), STOP_MS);
    await working?.catch(() => {});
    clearTimeout(closing);
    await looking;
    if (holds) await lease.release().catch(() => {});
  };
}

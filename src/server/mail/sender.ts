// Sends the waiting messages of one channel, in one process among all on the database. No command waits for it.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { afterTry, type Channel, isTooLate, type Outcome } from '../../core/mail/delivery.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import type { MailFacts } from '../../core/mail/letters.ts';
import { beginsAt, firstDay, isReminding } from '../../core/people/reminder-plan.ts';
import type { Clock } from '../base/clock.ts';
import { isUnavailable } from '../db/errors.ts';
import type { Database, Handle } from '../db/types.ts';
import { createLease } from './lease.ts';
import * as repository from './mails.repository.ts';

export interface SenderParts {
  db: Database;
  clock: Clock;
  timeZone: string;
  log: FastifyBaseLogger;
  reminding: Reminding;
}

/** What the area of reminders knows about waiting automatic reminders. */
export interface Reminding {
  /** whether automatic reminders are switched on */
  state(db: Handle): Promise<'on' | 'paused' | 'off'>;
  /** The present text for a member whom somebody reminds by hand; null if they owe nothing any more. */
  textFor(db: Handle, userId: string, today: CalendarDay): Promise<{ subject: string; text: string } | null>;
  /** The present text for a member; null if they are no longer to be reminded. */
  messageTo(
    db: Handle,
    userId: string,
    at: { now: number; today: CalendarDay },
  ): Promise<{ subject: string; text: string } | null>;
}

/** Delivers the messages of a channel. */
export interface Courier {
  readonly channel: Channel;
  /**
   * Sends these, the longest waiting first. Afterwards each has ended, or was dropped or postponed, unless the turn is
   * over.
   */
  send(due: readonly repository.Mail[], turn: Turn): Promise<void>;
  /** Called when nothing is due any more. */
  rest(): void;
  /** The server stops: ends what can end without losing an answer, or everything if `now`. */
  stop(now: boolean): void;
}

/** What a courier may do, and must report, while this process holds the lease. */
export interface Turn {
  readonly isOver: boolean;
  /** Marks a message as being sent, before its first byte is sent. If false, this process must not send it. */
  begin(mail: repository.Mail): Promise<boolean>;
  end(mail: repository.Mail, ending: Ending): Promise<void>;
}

export interface Ending {
  outcome: Outcome;
  /** the server's reply, or why there was none */
  reply: string;
  /** when the server wants to be asked again; ms */
  notBefore?: number;
  /** from when on the message is of no use, ms */
  until?: number;
  /** a write to be made together with the outcome */
  also?(): Promise<unknown>;
}

/** Interval for checking the lease and what is due. */
const LOOK_MS = 500;
/** Messages read at a time; each is checked again before it is sent. */
const AT_ONCE = 50;
/** How long a stopping server waits for the answer to a message that is being sent. */
const STOP_MS = 5000;

/** How long a paused message waits before it is checked again, ms. */
const PAUSED_MS = 60_000;

/** Keeps to a pause, for every further try too (REMIND-16). */
const isReminder = ({ kind }: repository.Mail): boolean => kind === 'reminder';

/** Keeps to the hours of reminders too, unless somebody sent it at once (REMIND-11). */
const isSentByItself = ({ facts }: repository.Mail): boolean =>
  (JSON.parse(facts ?? '{}') as Partial<MailFacts['reminder']>).byItself === true;

/**
 * Checks every half second. The returned function stops it; the outcome of a message being sent may then be unknown.
 */
export function startSender(
  { db, clock, timeZone, log, reminding }: SenderParts,
  courier: Courier,
): () => Promise<void> {
  const { channel } = courier;
  const lease = createLease(db, `${channel}-sender`);
  let stopping = false;
  let holds = false;
  /** the messages being checked or sent */
  let working: Promise<void> | null = null;
  /** messages may be marked as being sent although no process is sending them */
  let hasOrphans = true;

  /** Only this process knows the outcome of a message, so it retries until the database is back. */
  const untilAvailable = async (write: () => Promise<void>): Promise<void> => {
    while (true) {
      try {
        return await write();
      } catch (error) {
        if (stopping || !isUnavailable(error)) throw error;
        await pause(LOOK_MS);
      }
    }
  };

  const turn: Turn = {
    get isOver() {
      return stopping || !holds;
    },
    begin: async (mail) => !turn.isOver && (await repository.beginSending(db.write, mail, clock.now())),
    async end(mail, { outcome, reply, notBefore = 0, until = Number.POSITIVE_INFINITY, also }) {
      const now = clock.now();
      const next = afterTry(mail.tries, outcome, now, { notBefore, until });
      await untilAvailable(async () => {
        await repository.endTry(db.write, mail, next, { now, reply });
        await also?.();
      });
      log.info({ mail: mail.id, channel, kind: mail.kind, state: next.state, tries: next.tries, reply }, 'mail');
    },
  };

  /** Postpones the reminders that must wait, and returns the other messages. */
  const withoutPostponed = async (due: repository.Mail[], now: number): Promise<repository.Mail[]> => {
    const reminders = due.filter(isReminder);
    if (reminders.length === 0) return due;
    const begins = isReminding(now, timeZone) ? null : beginsAt(firstDay(now, timeZone), timeZone);
    const paused = (await reminding.state(db.read)) === 'paused' ? now + PAUSED_MS : null;
    const postponed = new Set<repository.Mail>();
    for (const mail of reminders) {
      const until = (isSentByItself(mail) ? begins : null) ?? paused;
      if (until === null) continue;
      await repository.putOff(db.write, mail, until);
      postponed.add(mail);
    }
    return due.filter((mail) => !postponed.has(mail));
  };

  const sendAll = async (): Promise<void> => {
    try {
      while (!turn.isOver) {
        const now = clock.now();
        const due = await repository.dueMails(db.read, { channel, now, limit: AT_ONCE });
        if (due.length === 0) return;
        // Checking these is enough, because the longest waiting come first.
        if (due.some((mail) => isTooLate({ channel, queuedAt: mail.queued_at, dueAt: mail.next_try_at ?? now }, now))) {
          await repository.giveUpTooLate(db.write, channel, now);
          continue;
        }
        await courier.send(await withoutPostponed(due, now), turn);
      }
    } finally {
      courier.rest();
    }
  };

  const work = async (): Promise<void> => {
    if (hasOrphans) {
      const lost = await repository.loseTrack(db.write, channel);
      if (lost > 0) log.warn({ mails: lost }, 'messages were being sent when a process ended: nobody can know of them');
      hasOrphans = false;
    }
    await sendAll();
  };

  const look = async (): Promise<void> => {
    // Nobody needs the lease, whose renewals are flushes to disk, while there is nothing to send.
    if (!(await repository.isAnythingDue(db.read, channel, clock.now()))) return;
    const got = await lease.hold(clock.now());
    holds = got !== 'elsewhere';
    hasOrphans ||= got === 'taken';
    if (!holds || working !== null || stopping) return;
    working = work().finally(() => (working = null));
    await working;
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
  // The lease is renewed while a message is being sent, so the checks do not wait for each other.
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
    courier.stop(false);
    const closing = setTimeout(() => courier.stop(true), STOP_MS);
    await working?.catch(() => {});
    clearTimeout(closing);
    await looking;
    if (holds) await lease.release().catch(() => {});
  };
}

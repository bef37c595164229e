// Sends what waits in the outbox of one channel, in one process among all on the database. Nothing that is recorded waits for it.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { afterTry, type Channel, isTooLate, type Outcome } from '../../core/mail/delivery.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import { beginsAt, firstDay, isReminding } from '../../core/people/reminder-plan.ts';
import type { Clock } from '../clock.ts';
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

/** Of the reminders that go out by themselves, as the area says that writes them. */
export interface Reminding {
  isPaused(db: Handle): Promise<boolean>;
  /** What a member is to be written now; null where nothing is owed any more. */
  messageTo(db: Handle, userId: string, today: CalendarDay): Promise<{ subject: string; text: string } | null>;
}

/** What carries the messages of a channel. */
export interface Courier {
  readonly channel: Channel;
  /** Sends these, the longest waiting first. Each is ended, dropped or put off then, unless the turn is over. */
  send(due: readonly repository.Mail[], turn: Turn): Promise<void>;
  /** Nothing is due any more. */
  rest(): void;
  /** The server stops: ends what can be ended without losing an answer, or `now` all of it. */
  stop(now: boolean): void;
}

/** What a courier may do and has to say while this process is the one that sends. */
export interface Turn {
  readonly isOver: boolean;
  /** Marks a message as being sent, before its first byte leaves. On false it is not this process's to send. */
  begin(mail: repository.Mail): Promise<boolean>;
  end(mail: repository.Mail, ending: Ending): Promise<void>;
}

export interface Ending {
  outcome: Outcome;
  /** what the server said, or why there was no answer */
  reply: string;
  /** when the server wants to be asked again; ms */
  notBefore?: number;
  /** from when on the message is of no use; ms */
  until?: number;
  /** to be written down with it */
  also?(): Promise<unknown>;
}

/** Between two looks at what is due, and at the lease. */
const LOOK_MS = 500;
/** Read at once; each is looked at again before it is sent. */
const AT_ONCE = 50;
/** How long the answer to a message that is on its way is waited for when the server stops. */
const STOP_MS = 5000;

/** How long one that is paused waits before it is looked at again; ms. */
const PAUSED_MS = 60_000;

/** Of a reminder that goes out by itself also another try keeps to the hours of such ones, and to a pause (REMIND-11, REMIND-16). */
const goesOutByItself = ({ kind, facts }: repository.Mail): boolean => kind === 'reminder' && facts !== null;

/** Looks every half second. The returned function ends it; what is on its way then may be unknown. */
export function startSender(
  { db, clock, timeZone, log, reminding }: SenderParts,
  courier: Courier,
): () => Promise<void> {
  const { channel } = courier;
  const lease = createLease(db, `${channel}-sender`);
  let stopping = false;
  let holds = false;
  /** being looked at or sent */
  let working: Promise<void> | null = null;
  /** messages may be marked as being sent that nobody sends */
  let hasOrphans = true;

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

  const turn: Turn = {
    get isOver() {
      return stopping || !holds;
    },
    begin: async (mail) => !turn.isOver && (await repository.beginSending(db.write, mail, clock.now())),
    async end(mail, { outcome, reply, notBefore = 0, until = Number.POSITIVE_INFINITY, also }) {
      const now = clock.now();
      const next = afterTry(mail.tries, outcome, now, { notBefore, until });
      await insistently(async () => {
        await repository.endTry(db.write, mail, next, { now, reply });
        await also?.();
      });
      log.info({ mail: mail.id, channel, kind: mail.kind, state: next.state, tries: next.tries, reply }, 'mail');
    },
  };

  /** Until when what goes out by itself has to wait, ms; null: it may go. */
  const putOffUntil = async (now: number): Promise<number | null> => {
    if (!isReminding(now, timeZone)) return beginsAt(firstDay(now, timeZone), timeZone);
    return (await reminding.isPaused(db.read)) ? now + PAUSED_MS : null;
  };

  const sendAll = async (): Promise<void> => {
    try {
      while (!turn.isOver) {
        const now = clock.now();
        const due = await repository.dueMails(db.read, { channel, now, limit: AT_ONCE });
        if (due.length === 0) return;
        // The longest waiting come first.
        if (due.some((mail) => isTooLate({ channel, queuedAt: mail.queued_at, dueAt: mail.next_try_at ?? now }, now))) {
          await repository.giveUpTooLate(db.write, channel, now);
          continue;
        }
        const byItself = due.filter(goesOutByItself);
        const until = byItself.length === 0 ? null : await putOffUntil(now);
        if (until !== null) for (const mail of byItself) await repository.putOff(db.write, mail, until);
        await courier.send(until === null ? due : due.filter((mail) => !goesOutByItself(mail)), turn);
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
    // Without anything to send nobody needs the lease, whose renewals are flushes to disk.
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
    courier.stop(false);
    const closing = setTimeout(() => courier.stop(true), STOP_MS);
    await working?.catch(() => {});
    clearTimeout(closing);
    await looking;
    if (holds) await lease.release().catch(() => {});
  };
}

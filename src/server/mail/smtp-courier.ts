// Delivers messages to the mail server, one after the other over one connection.
import { dayOf } from '../../core/calendar.ts';
import { afterTry, MAX_TRIES } from '../../core/mail/delivery.ts';
import type { Mailing } from '../ledger/command.ts';
import type { MailConfig } from '../config/mail-config.ts';
import * as repository from './mails.repository.ts';
import type { Courier, SenderParts, Turn } from './sender.ts';
import { openLine, type Sent, ServerAway, type SmtpLine } from './smtp.ts';
import { refreshMail } from './still-true.ts';

/**
 * Once the connection broke off for so many messages in a row, the others wait without counting a try, so that a silent
 * server need not be waited for with each of them. It may be the fault of these messages, which next time wait longer.
 */
const MOST_BROKEN = 3;
const BROKEN_PAUSE_MS = 60_000;

export function smtpCourier(
  { db, clock, timeZone, log, reminding }: SenderParts,
  { config, mailing }: { config: MailConfig; mailing: Mailing },
): Courier {
  let line: SmtpLine | null = null;
  /** the text has been sent, and its answer is awaited */
  let underWay = false;
  let away = false;
  /** messages in a row whose connection broke off */
  let broken = 0;

  const begin = async (mail: repository.Mail, turn: Turn): Promise<boolean> => {
    underWay = await turn.begin(mail);
    return underWay;
  };

  const warn = (reply: string): void => {
    if (!away) log.warn({ reply }, 'the mail server cannot be used; it is tried again');
    away = true;
  };

  /** Postpones every message that is due, since the server is away for all of them. */
  const postpone = async (reply: string): Promise<void> => {
    const now = clock.now();
    warn(reply);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await repository.endTryOfDue(db.write, { channel: 'mail', tries }, afterTry(tries, 'later', now), { now, reply });
    }
  };

  /** A connection that has carried other messages may be over, or out of step, through no fault of this one. */
  const deliver = async (mail: repository.Mail, turn: Turn): Promise<Sent | null> => {
    const over = (one: SmtpLine): Promise<Sent | null> => one.send(mail, () => begin(mail, turn));
    if (line?.open === true) {
      const sent = await over(line);
      if (sent?.about !== 'connection' || turn.isOver) return sent;
      line.close();
    }
    line = await openLine(config);
    return over(line);
  };

  const send = async (due: repository.Mail, turn: Turn): Promise<void> => {
    const now = clock.now();
    const mail = await refreshMail(db.write, due, { mailing, reminding, now, today: dayOf(now, timeZone) });
    if (mail === null) return;
    underWay = false;
    try {
      const sent = await deliver(mail, turn);
      if (sent === null) return;
      if (sent.about === 'message') [away, broken] = [false, 0];
      else if (++broken === MOST_BROKEN) warn(sent.reply);
      // A message not begun when the server stopped was not tried.
      if (turn.isOver && !underWay) return;
      const { outcome, reply } = sent;
      await turn.end(mail, {
        outcome,
        reply,
        async also() {
          if (outcome === 'accepted') await repository.forgetRefusal(db.write, mail);
          if (outcome === 'refused') await repository.noteRefusal(db.write, mail, clock.now(), reply);
        },
      });
    } finally {
      underWay = false;
    }
  };

  return {
    channel: 'mail',
    async send(due, turn) {
      try {
        for (const mail of due) {
          if (turn.isOver) return;
          await send(mail, turn);
          if (broken < MOST_BROKEN) continue;
          broken = 0;
          const now = clock.now();
          await repository.putOffDue(db.write, 'mail', { now, until: now + BROKEN_PAUSE_MS });
          return;
        }
      } catch (error) {
        if (!(error instanceof ServerAway)) throw error;
        if (!turn.isOver) await postpone(error.message);
      }
    },
    rest() {
      line?.close();
      line = null;
    },
    stop(now) {
      if (now || !underWay) line?.close();
    },
  };
}

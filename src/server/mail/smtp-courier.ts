// Delivers messages to the mail server, one after the other over one connection.
import { dayOf } from '../../core/calendar.ts';
import { afterTry, MAX_TRIES } from '../../core/mail/delivery.ts';
import type { Mailing } from '../ledger/command.ts';
import type { MailConfig } from './mail-config.ts';
import * as repository from './mails.repository.ts';
import type { Courier, SenderParts, Turn } from './sender.ts';
import { openLine, ServerAway, type SmtpLine } from './smtp.ts';
import { refreshMail } from './still-true.ts';

export function smtpCourier(
  { db, clock, timeZone, log, reminding }: SenderParts,
  { config, mailing }: { config: MailConfig; mailing: Mailing },
): Courier {
  let line: SmtpLine | null = null;
  /** the text has been sent, and its answer is awaited */
  let underWay = false;
  let away = false;

  const begin = async (mail: repository.Mail, turn: Turn): Promise<boolean> => {
    underWay = await turn.begin(mail);
    return underWay;
  };

  /** Postpones every message that is due, since the server is away for all of them. */
  const postpone = async (reply: string): Promise<void> => {
    const now = clock.now();
    if (!away) log.warn({ reply }, 'the mail server cannot be used; it is tried again');
    away = true;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await repository.endTryOfDue(db.write, { channel: 'mail', tries }, afterTry(tries, 'later', now), { now, reply });
    }
  };

  const send = async (due: repository.Mail, turn: Turn): Promise<void> => {
    const now = clock.now();
    const mail = await refreshMail(db.write, due, { mailing, reminding, now, today: dayOf(now, timeZone) });
    if (mail === null) return;
    if (line?.open !== true) line = await openLine(config);
    underWay = false;
    try {
      const sent = await line.send(mail, () => begin(mail, turn));
      if (sent === null) return;
      away = false;
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

// Sends automatic reminders and messages with the server's own parts whenever the demonstration's clock says so. The
// server itself checks every second of real time, and would miss these years.
import type { Config } from '../../../src/server/config/config.ts';
import type { CommandEnvironment } from '../../../src/server/ledger/command.ts';
import { beginSending, dueMails, endTry } from '../../../src/server/mail/mails.repository.ts';
import type { SenderParts, Turn } from '../../../src/server/mail/sender.ts';
import { smtpCourier } from '../../../src/server/mail/smtp-courier.ts';
import { afterTry } from '../../../src/core/mail/delivery.ts';
import { remindingBy } from '../../../src/server/areas/reminders/plan.service.ts';
import { createReminding } from '../../../src/server/areas/reminders/reminding.ts';
import type { Cast } from '../cast.ts';
import type { Answer } from './postbox.ts';

export interface Post {
  /** Sends the reminders that are due by now. */
  remind(): Promise<void>;
  /** Sends what is due by now. */
  deliver(): Promise<void>;
}

const AT_ONCE = 50;

/** `config`: with a mail server. */
export function openPost(
  { db, clock, timeZone, log }: Omit<SenderParts, 'reminding'>,
  { mail, baseUrl }: Config,
): Post {
  if (mail === null) throw new Error('The demonstration has no mail server.');
  const { address } = mail.from;
  const mailing = { domain: address.slice(address.indexOf('@') + 1), devices: false, link: baseUrl };
  const environment: CommandEnvironment = { db, clock, timeZone, mail: mailing, onCommit: () => {} };
  const parts = { db, clock, timeZone, log, reminding: remindingBy(mailing) };
  const courier = smtpCourier(parts, { config: mail, mailing });
  const turn: Turn = {
    isOver: false,
    begin: (message) => beginSending(db.write, message, clock.now()),
    async end(message, { outcome, reply, also }) {
      const now = clock.now();
      await endTry(db.write, message, afterTry(message.tries, outcome, now), { now, reply });
      await also?.();
    },
  };
  return {
    remind: createReminding(environment, log),
    async deliver() {
      for (;;) {
        const due = await dueMails(db.read, { channel: 'mail', now: clock.now(), limit: AT_ONCE });
        if (due.length === 0) break;
        await courier.send(due, turn);
      }
      courier.rest();
    },
  };
}

/**
 * Messages to three people do not arrive: one has given up the address, one's server defers them, and the outcome of
 * one is unknown.
 */
export function answersTo({ all }: Cast): (address: string) => Answer {
  const others = all.filter(({ signsIn, access }) => !signsIn && access === 'member');
  const [gone, busy, silent] = others.toSorted((a, b) => b.fined - a.fined);
  const answers: Record<string, Answer> = {
    [gone?.email ?? '']: '550 5.1.1 No such user here',
    [busy?.email ?? '']: '451 4.7.1 Greylisted, please try again later',
    [silent?.email ?? '']: null,
  };
  return (address) => (address in answers ? (answers[address] ?? null) : '250 2.0.0 Taken');
}

// The outbox, through which people are notified by e-mail and on their devices. A message is written and queued in the
// transaction of its news, and sent afterwards by sender.ts.
import { TOLD_AFTER_MS } from '../../core/mail/delivery.ts';
import { type MailKind, NEWS_KINDS, type NewsKind } from '../../core/mail/letters.ts';
import { pathFor } from '../../core/mail/notification.ts';
import type { Language } from '../../core/text/languages.ts';
import { isStaff } from '../../core/people/permission.ts';
import type { MailsTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';
import type { CommandContext, Mailing } from '../ledger/command.ts';
import { organisationWords } from '../shared/queries.ts';
import { isRuleOn } from '../shared/rules.ts';
import { insertMails, newMail } from './new-mail.ts';
import { devicesOf } from './push/subscriptions.repository.ts';
import { letterTo, type OfKind, type Reader, readersOf } from './readers.ts';

const NEWS: readonly MailKind[] = NEWS_KINDS;
const isNews = ({ kind }: Pick<Message, 'kind'>): boolean => NEWS.includes(kind);

/** `to`: a user's id. */
export type Message = { to: string } & OfKind<Exclude<MailKind, 'test'>>;

type Queued = Message & { mail: Mailing } & Pick<CommandContext, 'now' | 'batch'>;

/**
 * Notifies a member, in the language of their account or else the organisation's: by e-mail if there is a mail server
 * and they have an address, and on each of their devices that shows notifications. Must be called in a command; the
 * message is sent after the commit. News wait for a minute and are dropped if they are no longer true by then. The
 * organisation may have switched news off, and the member each kind of news, or all e-mail. The news of one command for
 * one member are one message of each kind; the answer to a request also tells what it did.
 */
export function tell(context: CommandContext, message: Message): void {
  const { mail, now, batch } = context;
  if (mail !== null) context.defer(OUTBOX, { ...message, now, batch, mail });
}

const OUTBOX: DeferredWrite<Queued> = {
  async write(tx, values) {
    const mayTell = values.some(isNews) && (await isRuleOn(tx, 'tell-members', () => {}));
    const offered = values.filter((value) => mayTell || !isNews(value));
    if (offered.length === 0) return;
    const ids = offered.map(({ to }) => to);
    const now = Math.max(...offered.map((message) => message.now));
    const [readers, devices, organisation] = await settleAll([
      readersOf(tx, ids),
      offered.some(({ mail }) => mail.devices) ? devicesOf(tx, ids, now) : [],
      organisationWords(tx),
    ]);
    // Before merging: a member who wants no answers may still want to hear of the payment.
    const wanted = merged(offered.filter(({ to, kind }) => readers.get(to)?.declined.includes(kind) === false));
    const rows = wanted.flatMap((message) => {
      const reader = readers.get(message.to);
      if (reader === undefined) return [];
      const own = devices.filter(({ userId }) => userId === message.to);
      return rowsOf(message, { ...reader, language: reader.language ?? organisation.language }, own, organisation.name);
    });
    await insertMails(tx, rows);
  },
};

function rowsOf(
  message: Queued,
  reader: Reader & { language: Language },
  devices: readonly { id: string; userAgent: string | null }[],
  sender: string,
): MailsTable[] {
  const { to: userId, kind, now, mail } = message;
  const news = isNews(message);
  const common = {
    kind,
    letter: letterTo(reader, message, mail.link),
    sender,
    mail,
    now,
    goesAt: news ? now + TOLD_AFTER_MS : now,
    facts: JSON.stringify(message.facts),
  };
  const toReader = { ...reader, userId };
  const isNotified = kind !== 'reminder-by-hand';
  const isMailed = mail.domain !== null && reader.mails_off !== 1;
  const path = pathFor(kind, message.facts as never, { userId, isStaff: isStaff(reader.access) });
  return [
    ...(isMailed ? [newMail({ ...common, reader: toReader })] : []),
    ...(isNotified ? devices : []).map(({ id, userAgent }) =>
      newMail({ ...common, reader: toReader, device: { id, userAgent, path } }),
    ),
  ];
}

/** The news that an answer to a request includes. */
const TOLD_BY_ANSWERS: readonly MailKind[] = ['paid', 'waived'] satisfies NewsKind[];

/** Merges news of several fines in one command into one message, and the answer to a request with what it did. */
function merged(values: readonly Queued[]): Queued[] {
  const byReader = new Map<string, Queued>();
  const others: Queued[] = [];
  const answered = new Set(values.flatMap(({ kind, to, batch }) => (kind === 'answered' ? `${batch} ${to}` : [])));
  for (const value of values) {
    if (TOLD_BY_ANSWERS.includes(value.kind) && answered.has(`${value.batch} ${value.to}`)) continue;
    if (value.kind !== 'fined' && value.kind !== 'waived') {
      others.push(value);
      continue;
    }
    const name = JSON.stringify([value.to, value.kind, value.batch]);
    const known = byReader.get(name);
    byReader.set(name, known === undefined ? value : joined(known, value));
  }
  return [...byReader.values(), ...others];
}

function joined(one: Queued, other: Queued): Queued {
  if (one.kind === 'fined' && other.kind === 'fined') {
    return { ...one, facts: { fines: [...one.facts.fines, ...other.facts.fines] } };
  }
  if (one.kind === 'waived' && other.kind === 'waived') {
    return { ...one, facts: { fines: [...one.facts.fines, ...other.facts.fines] } };
  }
  return one;
}

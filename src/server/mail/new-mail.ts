// The rows of the outbox.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Channel } from '../../core/mail/delivery.ts';
import { type Letter, oneLine, writeLetter } from '../../core/mail/letter.ts';
import type { MailKind } from '../../core/mail/letters.ts';
import { deviceOf } from '../../core/people/device.ts';
import { emailKey } from '../../core/people/email.ts';
import type { Language } from '../../core/text/languages.ts';
import { searchKey } from '../../core/text/search.ts';
import { insertion } from '../db/insert.ts';
import type { MailsTable, Schema } from '../db/schema.ts';
import type { Mailing } from '../ledger/command.ts';
import { newRecordId } from '../shared/ids.ts';
import type { Reader } from './readers.ts';

/** The stored parts of a written message. */
export function writtenFor(
  channel: Channel,
  letter: Letter,
  { sender, language }: { sender: string; language: Language },
): Pick<MailsTable, 'subject' | 'text' | 'html'> {
  const { subject, text, html } = writeLetter(letter, sender, language);
  return channel === 'mail' ? { subject, text, html } : { subject, text: '', html: '' };
}

/** The columns for the recipient of an e-mail. */
export const addressedTo = (
  address: string,
  name: string,
): Pick<MailsTable, 'address' | 'address_key' | 'search_key'> => ({
  address,
  address_key: emailKey(address),
  search_key: searchKey(`${name} ${address}`),
});

/** The row of a message. `goesAt`: earliest time of sending, ms. `device`: only for a notification. */
export function newMail({
  reader: { userId, address, name, language },
  kind,
  letter,
  sender,
  mail,
  now,
  goesAt,
  facts,
  device = null,
}: {
  reader: Pick<Reader, 'address' | 'name'> & { language: Language; userId: string | null };
  kind: MailKind;
  letter: Letter;
  sender: string;
  mail: Pick<Mailing, 'domain'>;
  now: number;
  goesAt: number;
  facts: string | null;
  device?: { id: string; userAgent: string | null; path: string } | null;
}): MailsTable {
  const channel = device === null ? 'mail' : 'push';
  const { browser, system } = deviceOf(device?.userAgent ?? null);
  const addressed = addressedTo(address, name);
  const shown = [browser, system].filter((part) => part !== null).join(', ');
  const to = device === null ? addressed : { ...addressed, address: shown, address_key: '' };
  return {
    id: newRecordId(),
    message_id: device === null ? `${randomUUID()}@${mail.domain}` : randomUUID().replaceAll('-', ''),
    channel,
    kind,
    facts,
    user_id: userId,
    subscription_id: device?.id ?? null,
    path: device?.path ?? null,
    ...to,
    recipient: oneLine(name),
    sender: oneLine(sender),
    language,
    ...writtenFor(channel, letter, { sender, language }),
    state: 'waiting',
    tries: 0,
    queued_at: now,
    next_try_at: goesAt,
    tried_at: null,
    reply: '',
  };
}

export const insertMails: (tx: Transaction<Schema>, rows: readonly MailsTable[]) => Promise<void> = insertion('mails');

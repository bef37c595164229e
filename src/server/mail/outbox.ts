// The outbox: the way to write to somebody. A message is written out and queued in the transaction of what it tells, and sent
// afterwards by sender.ts.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { TOLD_AFTER_MS } from '../../core/mail/delivery.ts';
import { type Letter, oneLine, writeLetter } from '../../core/mail/letter.ts';
import { type Balance, letterOf, type MailFacts, type MailKind } from '../../core/mail/letters.ts';
import { emailKey } from '../../core/people/email.ts';
import { displayName } from '../../core/people/person-name.ts';
import type { Language } from '../../core/text/languages.ts';
import { searchKey } from '../../core/text/search.ts';
import { insertion } from '../db/insert.ts';
import { isOneOf, run } from '../db/run.ts';
import type { MailsTable, Schema } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';
import type { CommandContext, Mailing } from '../ledger/command.ts';
import { newRecordId } from '../shared/ids.ts';
import { organisationWords } from '../shared/queries.ts';
import { isRuleOn } from '../shared/rules.ts';

/** News of a record, of which a member is told unless that is switched off. Other messages somebody chose to send. */
export type NewsKind = 'fined' | 'paid' | 'waived';

const NEWS: readonly MailKind[] = ['fined', 'paid', 'waived'] satisfies NewsKind[];
const isNews = ({ kind }: Pick<Message, 'kind'>): boolean => NEWS.includes(kind);

type OfKind<K extends MailKind> = { [One in K]: { kind: One; facts: MailFacts[One] } }[K];

/** `to`: a user's id. */
export type Message = { to: string } & OfKind<Exclude<MailKind, 'test'>>;

type Queued = Message & { mail: Mailing } & Pick<CommandContext, 'now' | 'batch'>;

/**
 * Writes to a member, in the language of their account or else the organisation's; to be called in a command, after whose commit it goes out. Nobody is
 * written to without a mail server, or who has no e-mail address. News wait for a minute, and what does not stand any more by
 * then is not told; the organisation or the member may have switched them off. Those of one command for one member are one
 * message of each kind.
 */
export function queueMail(context: CommandContext, message: Message): void {
  const { mail, now, batch } = context;
  if (mail !== null) context.defer(OUTBOX, { ...message, now, batch, mail });
}

const OUTBOX: DeferredWrite<Queued> = {
  async write(tx, values) {
    const mayTell = values.some(isNews) && (await isRuleOn(tx, 'tell-members', () => {}));
    const wanted = merged(values.filter((value) => mayTell || !isNews(value)));
    if (wanted.length === 0) return;
    const [readers, organisation] = await settleAll([
      readersOf(
        tx,
        wanted.map(({ to }) => to),
      ),
      organisationWords(tx),
    ]);
    const rows = wanted.flatMap((message) => {
      const reader = readers.get(message.to);
      if (reader === undefined || (isNews(message) && reader.mails_off === 1)) return [];
      const { now, mail } = message;
      const news = isNews(message);
      const inWords = { ...reader, language: reader.language ?? organisation.language };
      return newMail({
        reader: { ...inWords, userId: message.to },
        kind: message.kind,
        letter: letterTo(inWords, message, mail.link),
        sender: organisation.name,
        mail,
        now,
        goesAt: news ? now + TOLD_AFTER_MS : now,
        facts: news ? JSON.stringify(message.facts) : null,
      });
    });
    await insertMails(tx, rows);
  },
};

/** News of several fines in one command are one message. */
function merged(values: readonly Queued[]): Queued[] {
  const byReader = new Map<string, Queued>();
  const others: Queued[] = [];
  for (const value of values) {
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

export interface Reader {
  address: string;
  name: string;
  /** of their account; null where none was chosen */
  language: Language | null;
  mails_off: number;
  balance: Balance;
}

/** Those of these users who can be written to, by their ids. */
export async function readersOf(db: Handle, userIds: readonly string[]): Promise<Map<string, Reader>> {
  const rows = await run(
    db,
    db
      .selectFrom('users')
      .leftJoin('accounts', 'accounts.email_key', 'users.email_key')
      .select(['users.id', 'user_email', 'user_name', 'pending', 'credit', 'language', 'mails_off'])
      .where(isOneOf(db, 'users.id', userIds))
      .where('deleted_at', 'is', null),
  );
  return new Map(
    rows.flatMap(({ id, user_email: address, user_name: name, pending, credit, language, mails_off }) =>
      address === null || address === ''
        ? []
        : [
            [
              id,
              {
                address,
                name: displayName(name),
                language,
                mails_off: mails_off ?? 0,
                balance: { owed: pending, credit },
              },
            ] as const,
          ],
    ),
  );
}

export function letterTo(
  { name, language, balance }: Pick<Reader, 'name' | 'balance'> & { language: Language },
  { kind, facts }: OfKind<MailKind>,
  link: string | null,
): Letter {
  // The compiler does not see that kind and facts belong together.
  return letterOf(kind, facts as never, { name, language, balance, link });
}

/** The row of a message. `goesAt`: not before; ms. */
export function newMail({
  reader: { userId, address, name, language },
  kind,
  letter,
  sender,
  mail,
  now,
  goesAt,
  facts,
}: {
  reader: Pick<Reader, 'address' | 'name'> & { language: Language; userId: string | null };
  kind: MailKind;
  letter: Letter;
  sender: string;
  mail: Mailing;
  now: number;
  goesAt: number;
  facts: string | null;
}): MailsTable {
  return {
    id: newRecordId(),
    message_id: `${randomUUID()}@${mail.domain}`,
    kind,
    facts,
    user_id: userId,
    address,
    address_key: emailKey(address),
    recipient: oneLine(name),
    search_key: searchKey(`${name} ${address}`),
    sender: oneLine(sender),
    language,
    ...writeLetter(letter, sender, language),
    state: 'waiting',
    tries: 0,
    queued_at: now,
    next_try_at: goesAt,
    tried_at: null,
    reply: '',
  };
}

export const insertMails: (tx: Transaction<Schema>, rows: readonly MailsTable[]) => Promise<void> = insertion('mails', [
  'id',
  'message_id',
  'kind',
  'facts',
  'user_id',
  'address',
  'address_key',
  'recipient',
  'search_key',
  'sender',
  'language',
  'subject',
  'text',
  'html',
  'state',
  'tries',
  'queued_at',
  'next_try_at',
  'tried_at',
  'reply',
]);

// The operations of the outbox. Messages are not records, so the list is never cached.
import * as contract from '../../../contract/mail/mails.ts';
import { dayOf } from '../../../core/calendar.ts';
import { canSendAgain } from '../../../core/mail/delivery.ts';
import { letterOf } from '../../../core/mail/letters.ts';
import { languageOf } from '../../auth/accounts.ts';
import type { ChangeOwn } from '../../auth/current-access.ts';
import type { Clock } from '../../base/clock.ts';
import { inWriteTransaction, settleAll } from '../../db/transaction.ts';
import type { Database } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import type { Mailing } from '../../ledger/command.ts';
import type { MailConfig } from '../../config/mail-config.ts';
import * as repository from '../../mail/mails.repository.ts';
import { organisationWords } from '../../shared/queries.ts';
import { insertMails, newMail } from '../../mail/new-mail.ts';
import { isRuleOn } from '../../shared/rules.ts';
import type { Reminding } from '../../mail/sender.ts';
import { presentMail } from '../../mail/still-true.ts';
import { columnOf, preferencesIn, tellsMembers } from '../../mail/preferences.ts';

interface MailRoutesOptions {
  db: Database;
  clock: Clock;
  config: MailConfig | null;
  mailing: Mailing;
  timeZone: string;
  reminding: Reminding;
  changeOwn: ChangeOwn;
}

type Row = Awaited<ReturnType<typeof repository.mailsPage>>[number];

const orNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const onTheWire = (row: Row): contract.Mail => ({
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  userId: row.user_id,
  name: row.recipient,
  address: row.address,
  subject: row.subject,
  state: row.state,
  tries: row.tries,
  queuedAt: new Date(row.queued_at).toISOString(),
  triedAt: orNull(row.tried_at),
  nextTryAt: row.state === 'sending' ? null : orNull(row.next_try_at),
  reply: row.reply,
});

export function serveMails(
  server: Server,
  { db, clock, config, mailing, timeZone, reminding, changeOwn }: MailRoutesOptions,
): void {
  server.query(contract.listMails, async ({ input: { query } }) => {
    const [rows, totalItems] = await settleAll([
      repository.mailsPage(db.read, query, query),
      repository.countMails(db.read, query),
    ]);
    const { page, pageSize } = query;
    const from = config?.from.address ?? '';
    return { items: rows.map(onTheWire), page, pageSize, totalItems, configured: config !== null, from };
  });

  /** It is checked again when it leaves, but whoever presses is told at once. */
  const requireTrue = async (mail: repository.Mail): Promise<void> => {
    const now = clock.now();
    const about = { mailing, reminding, now, today: dayOf(now, timeZone) };
    const present = await presentMail(db.write, mail, about);
    if (typeof present === 'string') throw new AppError(present);
    if (mail.kind === 'reminder' && (await reminding.state(db.write)) === 'paused') throw new AppError('reminders-off');
  };

  server.action(contract.sendMailAgain, async ({ input: { params } }) => {
    const { mailId } = params;
    const mail = await repository.findMail(db.write, mailId);
    if (mail === undefined) throw new AppError('mail-not-found');
    if (config === null) throw new AppError('mail-not-configured');
    if (canSendAgain(mail.channel, mail.state)) await requireTrue(mail);
    const begun = await repository.tryAgain(db.write, mail, clock.now());
    const row = await repository.findMail(db.write, mailId);
    if (row === undefined) throw new AppError('mail-not-found');
    // After a second press it is already waiting.
    if (!begun && row.state !== 'waiting') throw new AppError('mail-not-over');
    return onTheWire(row);
  });

  server.action(contract.sendTestMail, async (_call, principal) => {
    if (config === null) throw new AppError('mail-not-configured');
    // A key has no e-mail address.
    if (principal.isKey === true) throw new AppError('not-allowed');
    const { email: address, accountId } = principal;
    const [chosen, organisation] = await settleAll([languageOf(db.read, accountId), organisationWords(db.read)]);
    const language = chosen ?? organisation.language;
    const sender = organisation.name;
    const letter = letterOf(
      'test',
      {},
      {
        name: '',
        language,
        link: mailing.link,
        balance: { owed: 0, credit: 0 },
        nameOfType: String,
      },
    );
    const now = clock.now();
    const reader = { userId: null, address, name: '', language };
    const row = newMail({ reader, kind: 'test', letter, sender, mail: mailing, now, goesAt: now, facts: null });
    await inWriteTransaction(db, (tx) => insertMails(tx, [row]));
    return onTheWire(row);
  });

  server.query(contract.readOwnMails, async (_call, { accountId, userId }) => {
    const [account, tells] = await settleAll([
      db.read.selectFrom('accounts').select('mails_off').where('id', '=', accountId).executeTakeFirst(),
      tellsMembers(db.read),
    ]);
    return { told: account?.mails_off !== 1, offered: config !== null && tells && userId !== null };
  });

  server.query(contract.readOwnNews, async (_call, { accountId, userId }) => {
    const [account, tells] = await settleAll([
      db.read.selectFrom('accounts').select('untold').where('id', '=', accountId).executeTakeFirst(),
      isRuleOn(db.read, 'tell-members', () => {}),
    ]);
    return { told: preferencesIn(account?.untold ?? null), offered: tells && userId !== null };
  });

  server.action(contract.setOwnNews, async ({ input: { body } }, principal) => {
    await changeOwn(principal, (tx) =>
      tx
        .updateTable('accounts')
        .set({ untold: columnOf(body) })
        .where('id', '=', principal.accountId)
        .execute(),
    );
    return body;
  });

  server.action(contract.setOwnMails, async ({ input: { body } }, principal) => {
    await changeOwn(principal, (tx) =>
      tx
        .updateTable('accounts')
        .set({ mails_off: body.told ? 0 : 1 })
        .where('id', '=', principal.accountId)
        .execute(),
    );
    return body;
  });
}

// Checks messages again when they are sent. What was undone, deleted, corrected or taken back within its minute is not
// sent, or is sent as it is now (MAIL-10). Nor is anything sent that was switched off in the meantime (MAIL-11), nor a
// reminder that is no longer due (REMIND-12). An e-mail goes to its member's present address.
import type { CalendarDay } from '../../core/calendar.ts';
import { type MailFacts, type MailKind, NEWS_KINDS, type NewsKind } from '../../core/mail/letters.ts';
import type { Mailing } from '../ledger/command.ts';
import { isOneOf, run, runFirst } from '../db/run.ts';
import type { Handle } from '../db/types.ts';
import { isRuleOn } from '../shared/rules.ts';
import { dropMail, type Mail, replaceMail } from './mails.repository.ts';
import { addressedTo, writtenFor } from './new-mail.ts';
import type { Message } from './outbox.ts';
import { letterTo, type Reader, readersOf } from './readers.ts';
import type { Reminding } from './sender.ts';

type Checked = Exclude<MailKind, 'test'>;
const isNews = (kind: Checked): kind is NewsKind => (NEWS_KINDS as readonly MailKind[]).includes(kind);

interface About {
  reminding: Reminding;
  now: number;
  today: CalendarDay;
}

/** The message as it is to be sent now. Null if nothing is left to tell; it has then been deleted. */
export async function refreshMail(
  db: Handle,
  mail: Mail,
  { mailing, ...about }: { mailing: Mailing } & About,
): Promise<Mail | null> {
  if (mail.user_id === null) return mail;
  const reader = (await readersOf(db, [mail.user_id])).get(mail.user_id);
  const content = reader && (await presentContent(db, mail, reader, { mailing, ...about }));
  if (reader === undefined || content === undefined || content === null) {
    await dropMail(db, mail);
    return null;
  }
  const written = { ...content, ...(mail.channel === 'mail' ? addressedTo(reader.address, mail.recipient) : {}) };
  const now = { ...mail, ...written };
  if (JSON.stringify(now) !== JSON.stringify(mail)) await replaceMail(db, mail, written);
  return now;
}

/** Its present content, null if nothing is left to tell. A message without facts stays as it was. */
async function presentContent(
  db: Handle,
  mail: Mail,
  reader: Reader,
  { mailing, ...about }: { mailing: Mailing } & About,
): Promise<Partial<Mail> | null> {
  if (mail.facts === null || mail.user_id === null) return {};
  const { user_id: to, language } = mail;
  const kind = mail.kind as Checked;
  if ((mail.channel === 'mail' && reader.mails_off === 1) || reader.untold.includes(kind)) return null;
  if (isNews(kind) && !(await isRuleOn(db, 'tell-members', () => {}))) return null;
  const facts = await NOW[kind](db, JSON.parse(mail.facts) as never, { to, ...about });
  if (facts === null) return null;
  // Each try sends the same message (MAIL-2), as long as it remains true.
  if (mail.tries > 0 && JSON.stringify(facts) === mail.facts) return {};
  const letter = letterTo({ ...reader, name: mail.recipient, language }, { to, kind, facts } as Message, mailing.link);
  return { ...writtenFor(mail.channel, letter, mail), facts: JSON.stringify(facts) };
}

/** The present facts, null if there are none left. */
const NOW: {
  [K in Checked]: (db: Handle, facts: MailFacts[K], about: { to: string } & About) => Promise<MailFacts[K] | null>;
} = {
  async reminder(db, facts, { to, reminding, ...at }) {
    const message = await reminding.messageTo(db, to, at);
    return message && { ...facts, ...message };
  },
  async 'reminder-by-hand'(db, facts, { to, today, reminding }) {
    const message = await reminding.textFor(db, to, today);
    return message && { ...facts, ...message };
  },
  async fined(db, { fines }) {
    const rows = await run(
      db,
      db
        .selectFrom('fines')
        .select(['id', 'fine_type', 'date', 'amount', 'mistake'])
        .where(
          isOneOf(
            db,
            'id',
            fines.map(({ id }) => id),
          ),
        ),
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    const left = fines.flatMap((told) => {
      const row = known.get(told.id);
      if (row === undefined || row.mistake === 1) return [];
      const doubled = told.doubled && row.amount === told.amount;
      return { ...told, fineType: row.fine_type, day: row.date, amount: row.amount, doubled };
    });
    return left.length === 0 ? null : { fines: left };
  },
  async paid(db, facts) {
    const rows = await run(db, db.selectFrom('reversals').select('amount').where('payment_id', '=', facts.id));
    const left = facts.amount - sumOf(rows);
    return left <= 0 ? null : { ...facts, amount: left };
  },
  async answered(db, facts) {
    const { accepted, payment, claimed, fine } = facts;
    if (!accepted) return facts;
    if (payment !== null && claimed !== null) {
      const rows = await run(db, db.selectFrom('reversals').select('amount').where('payment_id', '=', payment.id));
      const amount = claimed.amount - sumOf(rows);
      return amount <= 0 ? null : { ...facts, claimed: { ...claimed, amount } };
    }
    if (fine?.waived !== true) return facts;
    const row = await runFirst(db, db.selectFrom('fines').select('mistake').where('id', '=', fine.id));
    // Null if the waiver was taken back. If the fine was deleted, there is still nothing to pay.
    return row?.mistake === 0 ? null : facts;
  },
  async waived(db, { fines }) {
    const rows = await run(
      db,
      db
        .selectFrom('reversals')
        .select(['waiver_id', 'amount'])
        .where(
          isOneOf(
            db,
            'waiver_id',
            fines.map(({ id }) => id),
          ),
        ),
    );
    const left = fines
      .map((told) => ({ ...told, amount: told.amount - sumOf(rows.filter(({ waiver_id: id }) => id === told.id)) }))
      .filter(({ amount }) => amount > 0);
    return left.length === 0 ? null : { fines: left };
  },
};

const sumOf = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

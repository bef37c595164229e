// Checks messages again when they are sent. What was undone, deleted, corrected or taken back within its minute is not
// sent, or is sent as it is now (MAIL-10). Nor is anything sent that was switched off in the meantime (MAIL-11), nor a
// reminder that is no longer due (REMIND-12), whoever has it sent (MAIL-6). An e-mail goes to its member's present
// address.
import type { CalendarDay } from '../../core/calendar.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { type MailFacts, type MailKind, NEWS_KINDS, type NewsKind } from '../../core/mail/letters.ts';
import type { Mailing } from '../ledger/command.ts';
import { isOneOf, run, runFirst } from '../db/run.ts';
import type { Handle } from '../db/types.ts';
import { remainingOf } from '../shared/joined-users.ts';
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

/** Why a message is not to be sent any more. */
type Reason = Extract<ErrorCode, 'mail-outdated' | 'mail-unwanted' | 'news-unwanted' | 'news-off' | 'reminders-off'>;

/** The message as it is to be sent now. Null if nothing is left to tell; it has then been deleted. */
export async function refreshMail(db: Handle, mail: Mail, about: { mailing: Mailing } & About): Promise<Mail | null> {
  const written = await presentMail(db, mail, about);
  if (typeof written === 'string') {
    await dropMail(db, mail);
    return null;
  }
  const now = { ...mail, ...written };
  if (JSON.stringify(now) !== JSON.stringify(mail)) await replaceMail(db, mail, written);
  return now;
}

/** What has changed in a message since it was written, or why it is not to be sent. */
export async function presentMail(
  db: Handle,
  mail: Mail,
  about: { mailing: Mailing } & About,
): Promise<Partial<Mail> | Reason> {
  // A test message, which is about nobody.
  if (mail.user_id === null) return {};
  const userId = (await remainingOf(db, [mail.user_id]))(mail.user_id);
  const reader = (await readersOf(db, [userId])).get(userId);
  if (reader === undefined) return 'mail-unwanted';
  const content = await presentContent(db, { ...mail, user_id: userId }, reader, about);
  if (typeof content === 'string' || mail.channel !== 'mail') return content;
  return { ...content, ...addressedTo(reader.address, mail.recipient) };
}

async function presentContent(
  db: Handle,
  mail: Mail & { user_id: string },
  reader: Reader,
  { mailing, ...about }: { mailing: Mailing } & About,
): Promise<Partial<Mail> | Reason> {
  const { user_id: to, language } = mail;
  const kind = mail.kind as Checked;
  if (mail.channel === 'mail' && reader.mails_off === 1) return 'mail-unwanted';
  if (reader.declined.includes(kind)) return 'news-unwanted';
  if (isNews(kind) && !(await isRuleOn(db, 'tell-members', () => {}))) return 'news-off';
  if (kind === 'reminder' && (await about.reminding.state(db)) === 'off') return 'reminders-off';
  const facts = mail.facts === null ? null : await NOW[kind](db, JSON.parse(mail.facts) as never, { to, ...about });
  if (facts === null) return 'mail-outdated';
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
    if (accepted && payment !== null && claimed !== null) {
      const rows = await run(db, db.selectFrom('reversals').select('amount').where('payment_id', '=', payment.id));
      const amount = claimed.amount - sumOf(rows);
      return amount <= 0 ? null : { ...facts, claimed: { ...claimed, amount } };
    }
    if (fine === null || (accepted && !fine.waived)) return facts;
    const row = await runFirst(db, db.selectFrom('fines').select('mistake').where('id', '=', fine.id));
    // Null if the waiver was taken back. If the fine was deleted, there is still nothing to pay.
    if (accepted) return row?.mistake === 0 ? null : facts;
    // Null if the fine, which the refusal says remains, was deleted or waived as a mistake after all.
    return row?.mistake === 0 ? facts : null;
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

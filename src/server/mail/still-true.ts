// News that go out are looked at once more: what was undone, deleted, corrected or taken back within their minute is not told, or is
// told as it is now (MAIL-10). Nor is anybody reminded by itself who has paid since (REMIND-12).
import type { MailFacts } from '../../core/mail/letters.ts';
import type { Mailing } from '../ledger/command.ts';
import { isOneOf, run, runFirst } from '../db/run.ts';
import type { Handle } from '../db/types.ts';
import { dropMail, type Mail, replaceMail } from './mails.repository.ts';
import { writtenFor } from './new-mail.ts';
import type { Message, NewsKind } from './outbox.ts';
import { letterTo, readersOf } from './readers.ts';

/** False where nothing is left to tell: the message is gone then. */
export async function tellsStill(db: Handle, mail: Mail, mailing: Mailing): Promise<Mail | null> {
  if (mail.facts === null || mail.user_id === null) return mail;
  const { user_id: to, kind } = mail;
  const facts = await NOW[kind as NewsKind | 'reminder'](db, JSON.parse(mail.facts) as never, to);
  if (facts !== null && JSON.stringify(facts) === mail.facts) return mail;
  const reader = (await readersOf(db, [to])).get(to);
  if (facts === null || reader === undefined) {
    await dropMail(db, mail);
    return null;
  }
  const { language } = mail;
  const letter = letterTo({ ...reader, name: mail.recipient, language }, { to, kind, facts } as Message, mailing.link);
  const written = { ...writtenFor(mail.channel, letter, mail), facts: JSON.stringify(facts) };
  await replaceMail(db, mail, written);
  return { ...mail, ...written };
}

/** The facts as they are now, null where there are none any more. */
const NOW: {
  [K in NewsKind | 'reminder']: (db: Handle, facts: MailFacts[K], to: string) => Promise<MailFacts[K] | null>;
} = {
  async reminder(db, facts, to) {
    const owing = await runFirst(db, db.selectFrom('users').select('id').where('id', '=', to).where('pending', '>', 0));
    return owing === undefined ? null : facts;
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
    // Its waiver was taken back. Of a fine that is gone nothing is left to pay.
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

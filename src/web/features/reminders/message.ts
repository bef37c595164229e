// The text for a member, in their language, and the links that open it.
import type { Output } from '../../../contract/operation.ts';
import type { OwingMember } from '../../../contract/money/reminders.ts';
import type { readOrganisation } from '../../../contract/settings/organisation.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { REMINDER_SUBJECT, REMINDER_TEXT, type ReminderChannel, reminderText } from '../../../core/people/reminder.ts';
import { howToPayIn } from '../../../core/text/languages.ts';
import { addressForOthers, mailLink, whatsAppTo } from '../../ui/controls/message-links.ts';

type Organisation = Pick<Output<typeof readOrganisation>, 'howToPayEn' | 'howToPayUr' | 'reminderEn' | 'reminderUr'>;

/** `origin`: of the page that writes it. */
export function messageFor(member: OwingMember, organisation: Organisation, origin: string): string {
  const { language, userName, pendingFine, credit, overdue, fines, openCount, dues, surcharge } = member;
  const own = language === 'ur' ? organisation.reminderUr : organisation.reminderEn;
  const about = {
    name: userName === UNKNOWN_USER ? '' : userName,
    pending: pendingFine,
    credit,
    overdue,
    fines,
    openCount,
    dues,
    surcharge,
    howToPay: howToPayIn(language, { en: organisation.howToPayEn, ur: organisation.howToPayUr }),
    link: addressForOthers(origin),
  };
  return reminderText(own === '' ? REMINDER_TEXT[language] : own, about, language);
}

/** Why somebody cannot be reached this way; null if they can. */
export type Unreachable = 'no-number' | 'not-a-number' | 'landline' | 'no-email';

export function unreachable(channel: ReminderChannel, member: OwingMember): Unreachable | null {
  if (channel === 'copy') return null;
  if (channel === 'email') return member.userEmail === null ? 'no-email' : null;
  if (member.number === null) return member.phone.trim() === '' ? 'no-number' : 'not-a-number';
  return channel === 'sms' && member.landline ? 'landline' : null;
}

/** Whether the server sends the message, so that nothing needs to be opened. */
export const isSentByServer = (channel: ReminderChannel, { mailed }: Pick<OwingMember, 'mailed'>): boolean =>
  channel === 'email' && mailed;

/** The link that opens the message, for somebody who can be reached this way; null for a copy. */
export function linkTo(channel: ReminderChannel, member: OwingMember, text: string): string | null {
  switch (channel) {
    case 'whatsapp':
      return whatsAppTo(member.number ?? '', text);
    case 'sms':
      // Some phones want "?" before the text, others "&".
      return `sms:+${member.number ?? ''}?&body=${encodeURIComponent(text)}`;
    case 'email':
      return mailLink(member.userEmail ?? '', REMINDER_SUBJECT[member.language], text);
    default:
      return null;
  }
}

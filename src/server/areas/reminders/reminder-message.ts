// The text of a reminder sent by the server: the organisation's, in the language of the reader.
import type { OwingMember } from '../../../contract/money/reminders.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { REMINDER_SUBJECT, REMINDER_TEXT, reminderText } from '../../../core/people/reminder.ts';
import { howToPayIn, type Language } from '../../../core/text/languages.ts';

/** The organisation's texts; null: the default texts, and nothing about how to pay. */
export interface Texts {
  reminder_en: string | null;
  reminder_ur: string | null;
  how_to_pay: string | null;
  how_to_pay_ur: string | null;
}

/** `link`: where members see what they owe; '' if unknown. */
export function reminderMessage(member: OwingMember, texts: Texts, link: string): { subject: string; text: string } {
  const { language, userName } = member;
  const own: Record<Language, string | null> = { en: texts.reminder_en, ur: texts.reminder_ur };
  const text = reminderText(
    own[language] ?? REMINDER_TEXT[language],
    {
      name: userName === UNKNOWN_USER ? '' : userName,
      pending: member.pendingFine,
      credit: member.credit,
      overdue: member.overdue,
      fines: member.fines,
      openCount: member.openCount,
      dues: member.dues,
      surcharge: member.surcharge,
      howToPay: howToPayIn(language, { en: texts.how_to_pay ?? '', ur: texts.how_to_pay_ur ?? '' }),
      link,
    },
    language,
  );
  return { subject: REMINDER_SUBJECT[language], text };
}

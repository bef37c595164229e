// A preview of a reminder, for a made-up member.
import type { JSX } from 'react';
import { useId } from 'react';
import { addDays } from '../../../../core/calendar.ts';
import { reminderText } from '../../../../core/people/reminder.ts';
import type { Language } from '../../../../core/text/languages.ts';
import { useSession } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import classes from './organisation.module.css';

const EXAMPLE: Record<Language, { name: string; late: string; other: string }> = {
  en: { name: 'Ayesha Khan', late: 'Late arrival', other: 'Missed meeting' },
  ur: { name: 'عائشہ خان', late: 'دیر سے آنا', other: 'میٹنگ میں غیر حاضری' },
};

interface PreviewProps {
  language: Language;
  template: string;
  howToPay: string;
}

export function Preview({ language, template, howToPay }: PreviewProps): JSX.Element {
  const { t } = useTexts();
  const heading = useId();
  const { today } = useSession().organisation;
  const { name, late, other } = EXAMPLE[language];
  const about = {
    name,
    pending: 80_000,
    overdue: 30_000,
    credit: 0,
    fines: [
      { typeName: late, date: addDays(today, -20), outstanding: 30_000 },
      { typeName: other, date: addDays(today, -2), outstanding: 50_000 },
    ],
    openCount: 2,
    dues: [{ day: addDays(today, 12), amount: 50_000 }],
    howToPay,
    link: location.origin,
  };
  return (
    <div role="group" aria-labelledby={heading} className={classes['preview']}>
      <h3 id={heading}>{t('settings.reminders.preview')}</h3>
      <p lang={language} dir={language === 'ur' ? 'rtl' : 'ltr'}>
        <bdi>{reminderText(template, about, language)}</bdi>
      </p>
    </div>
  );
}

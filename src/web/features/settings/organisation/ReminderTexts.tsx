// What reminders say (REMIND-8): how to pay, a picture of a payment QR code, and a text in each language with preview.
import { NativeSelect, Text, Textarea } from '@mantine/core';
import { type JSX, useState, useId } from 'react';
import { readPayPicture } from '../../../../contract/settings/organisation.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { PLACEHOLDERS, REMINDER_TEXT, unknownPlaceholders, reminderText } from '../../../../core/people/reminder.ts';
import { howToPayIn, type Language, LANGUAGES } from '../../../../core/text/languages.ts';
import { addressOf } from '../../../api/call.ts';
import { useTexts } from '../../../messages/index.ts';
import { refusedFields } from '../../../ui/feedback/failure.ts';
import { savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { BELOW, useTooLong } from '../../../ui/forms/fields/checks.ts';
import { realChanges } from '../../../ui/forms/record-changes.ts';
import {
  type Organisation,
  OrganisationFrame,
  type PartProps,
  useSaveOrganisation,
  withoutSent,
  PictureField,
} from './OrganisationFrame.tsx';
import classes from '../settings.module.css';
import { addDays } from '../../../../core/calendar.ts';
import { useSession } from '../../../api/session.ts';

type Field = 'howToPayEn' | 'howToPayUr' | 'reminderEn' | 'reminderUr';
type Values = Pick<Organisation, Field | 'language'>;

const TEXTS: Record<Language, 'reminderEn' | 'reminderUr'> = { en: 'reminderEn', ur: 'reminderUr' };
const HOW: Record<Language, 'howToPayEn' | 'howToPayUr'> = { en: 'howToPayEn', ur: 'howToPayUr' };

export function ReminderTexts({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const [typed, setTyped] = useState<Partial<Values>>({});
  /** base64 of another picture; null to remove it; undefined to keep it */
  const [picture, setPicture] = useState<string | null | undefined>();
  const values: Values = { ...stored, ...typed };
  const texts: Record<Language, string> = {
    en: values.reminderEn === '' ? REMINDER_TEXT.en : values.reminderEn,
    ur: values.reminderUr === '' ? REMINDER_TEXT.ur : values.reminderUr,
  };
  const changes = {
    ...realChanges<Partial<Values>>(stored, typed),
    ...(picture === undefined ? {} : { payPicture: picture }),
  };
  const saving = useSaveOrganisation({
    id: 'reminder-texts',
    saved: t('settings.reminders.saved'),
    stored,
    changes,
    forget: (sent) => {
      setTyped((now) => withoutSent(now, sent));
      setPicture((now) => (now === sent.payPicture ? undefined : now));
    },
  });
  const { begin, isElsewhere } = saving;
  const refused = refusedFields(saving.write.error, ['howToPayEn', 'howToPayUr', 'reminderEn', 'reminderUr', 'logo']);
  const problemOf = (language: Language): string | null => {
    const [unknown] = unknownPlaceholders(texts[language]);
    return unknown === undefined
      ? tooLong(texts[language], MAX_LENGTH.reminderText)
      : t('settings.reminders.unknown', { name: `{${unknown}}` });
  };
  const change = <F extends keyof Values>(field: F, value: Values[F]): void => {
    begin(field);
    setTyped((now) => ({ ...now, [field]: value }));
  };
  const elsewhere = (field: keyof Values, value: string) => savedElsewhere(isElsewhere(field) ? value : undefined, t);
  const howTooLong = (language: Language) => tooLong(values[HOW[language]], MAX_LENGTH.howToPay);
  return (
    <OrganisationFrame
      saving={saving}
      saves={t('settings.reminders.says')}
      isWrong={LANGUAGES.some((language) => howTooLong(language) !== null || problemOf(language) !== null)}
      refused={refused}
      readOnly={readOnly}
      wide
    >
      <Text c="dimmed" fz="sm">
        {t('settings.reminders.howToPayHint')}
      </Text>
      <div className={classes['beside']}>
        {LANGUAGES.map((language) => (
          <Textarea
            key={language}
            label={t(`settings.reminders.howToPay.${language}`)}
            description={elsewhere(HOW[language], stored[HOW[language]])}
            inputWrapperOrder={BELOW}
            rows={3}
            resize="vertical"
            value={values[HOW[language]]}
            error={howTooLong(language) ?? refused[HOW[language]]}
            onChange={({ currentTarget: { value } }) => change(HOW[language], value)}
          />
        ))}
      </div>
      <PictureField
        texts={{
          label: t('settings.reminders.picture'),
          hint: t(
            isElsewhere('payPicture') ? 'settings.organisation.logo.elsewhere' : 'settings.reminders.pictureHint',
          ),
          picture: t('settings.reminders.pictureShown'),
          choose: t('settings.reminders.choosePicture'),
        }}
        stored={
          stored.payPictureVersion === null
            ? null
            : addressOf(readPayPicture, { params: { version: stored.payPictureVersion } })
        }
        chosen={picture}
        refused={refused.logo}
        readOnly={readOnly}
        onChoose={(chosen) => {
          begin('payPicture');
          setPicture(chosen === null && stored.payPictureVersion === null ? undefined : chosen);
        }}
      />
      <NativeSelect
        label={t('settings.reminders.language')}
        description={
          elsewhere('language', t(`settings.reminders.languages.${stored.language}`)) ??
          t('settings.reminders.languageHint')
        }
        value={values.language}
        data={LANGUAGES.map((value) => ({ value, label: t(`settings.reminders.languages.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change('language', LANGUAGES.find((language) => language === value) ?? 'en')
        }
      />
      <Text c="dimmed" fz="sm">
        {t('settings.reminders.placeholders')}{' '}
        <bdi lang="en" dir="ltr">
          {PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}
        </bdi>
      </Text>
      {LANGUAGES.map((language) => (
        <div key={language} className={classes['beside']}>
          <Textarea
            label={t(`settings.reminders.text.${language}`)}
            description={elsewhere(TEXTS[language], stored[TEXTS[language]] || REMINDER_TEXT[language])}
            inputWrapperOrder={BELOW}
            rows={9}
            resize="vertical"
            lang={language}
            dir={language === 'ur' ? 'rtl' : 'ltr'}
            value={texts[language]}
            error={problemOf(language) ?? refused[TEXTS[language]]}
            onChange={({ currentTarget: { value } }) =>
              change(TEXTS[language], value.trim() === REMINDER_TEXT[language] ? '' : value)
            }
          />
          <Preview
            language={language}
            template={texts[language]}
            howToPay={howToPayIn(language, { en: values.howToPayEn, ur: values.howToPayUr })}
          />
        </div>
      ))}
    </OrganisationFrame>
  );
}

// A preview of a reminder, for a made-up member.

const EXAMPLE: Record<Language, { name: string; late: string; other: string }> = {
  en: { name: 'Ayesha Khan', late: 'Late arrival', other: 'Missed meeting' },
  ur: { name: 'عائشہ خان', late: 'دیر سے آنا', other: 'میٹنگ میں غیر حاضری' },
};

interface PreviewProps {
  language: Language;
  template: string;
  howToPay: string;
}

function Preview({ language, template, howToPay }: PreviewProps): JSX.Element {
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

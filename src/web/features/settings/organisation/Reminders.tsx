// The reminders: whether they go out automatically, on which days after a due day and above what amount (REMIND-10), and
// what they say (REMIND-8): how to pay, a picture of a payment QR code, and a text in each language with preview.
import { NativeSelect, Text, Textarea, TextInput, Title } from '@mantine/core';
import { type JSX, useId } from 'react';
import { readPayPicture } from '../../../../contract/settings/organisation.ts';
import { addDays } from '../../../../core/calendar.ts';
import { MAX_STEP, MAX_STEPS, REMINDING_HOURS, SUGGESTED_STEPS } from '../../../../core/people/reminder-plan.ts';
import { PLACEHOLDERS, REMINDER_TEXT, reminderText, unknownPlaceholders } from '../../../../core/people/reminder.ts';
import { howToPayIn, type Language, LANGUAGES } from '../../../../core/text/languages.ts';
import { addressOf } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { BELOW } from '../../../ui/forms/fields/checks.ts';
import { savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { SwitchRow } from '../settings-parts.tsx';
import classes from '../settings.module.css';
import {
  type OrganisationForm,
  type PartProps,
  PictureField,
  SettingsForm,
  useOrganisationForm,
} from './organisation-form.tsx';
import { useTextField } from './OrganisationForm.tsx';

const TEXTS: Record<Language, 'reminderEn' | 'reminderUr'> = { en: 'reminderEn', ur: 'reminderUr' };
const HOW: Record<Language, 'howToPayEn' | 'howToPayUr'> = { en: 'howToPayEn', ur: 'howToPayUr' };

export default function Reminders({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  const form = useOrganisationForm(stored, 'reminders');
  const field = useTextField(form);
  const { values } = form;
  const on = form.isOn('remindSteps');
  return (
    <SettingsForm
      form={form}
      readOnly={readOnly}
      head={
        <SwitchRow
          label={t('settings.reminders.auto.on')}
          does={t('settings.reminders.auto.note', REMINDING_HOURS)}
          on={on}
          readOnly={readOnly}
          onToggle={(next) => form.put({ remindSteps: next ? [...SUGGESTED_STEPS] : null })}
        />
      }
    >
      {on && <Automatic stored={stored} form={form} />}
      <Title order={3} fz="md">
        {t('settings.reminders.says')}
      </Title>
      <div className={classes['pair']}>
        {LANGUAGES.map((language) => (
          <Textarea
            key={language}
            {...field(HOW[language])}
            label={t(`settings.reminders.howToPay.${language}`)}
            rows={3}
            resize="vertical"
          />
        ))}
      </div>
      <Text c="dimmed" fz="sm">
        {t('settings.reminders.howToPayHint')}
      </Text>
      <div className={classes['pair']}>
        <PictureField
          form={form}
          field="payPicture"
          texts={{
            label: t('settings.reminders.picture'),
            hint: t('settings.reminders.pictureHint'),
            picture: t('settings.reminders.pictureShown'),
            choose: t('settings.reminders.choosePicture'),
          }}
          stored={
            stored.payPictureVersion === null
              ? null
              : addressOf(readPayPicture, { params: { version: stored.payPictureVersion } })
          }
          readOnly={readOnly}
        />
        <NativeSelect
          label={t('settings.reminders.language')}
          description={
            savedElsewhere(
              form.elsewhere.language && t(`settings.reminders.languages.${form.elsewhere.language}`),
              t,
            ) ?? t('settings.reminders.languageHint')
          }
          value={values.language}
          data={LANGUAGES.map((value) => ({ value, label: t(`settings.reminders.languages.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            form.change('language', LANGUAGES.find((language) => language === value) ?? 'en')
          }
        />
      </div>
      <Text c="dimmed" fz="sm">
        {t('settings.reminders.placeholders')}{' '}
        <bdi lang="en" dir="ltr">
          {PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}
        </bdi>
      </Text>
      {LANGUAGES.map((language) => {
        const name = TEXTS[language];
        const text = values[name] || REMINDER_TEXT[language];
        const [unknown] = unknownPlaceholders(text);
        const { error, ...input } = field(name);
        return (
          <div key={language} className={classes['pair']}>
            <Textarea
              {...input}
              label={t(`settings.reminders.text.${language}`)}
              description={savedElsewhere(
                form.elsewhere[name] === '' ? REMINDER_TEXT[language] : form.elsewhere[name],
                t,
              )}
              rows={9}
              resize="vertical"
              lang={language}
              dir={language === 'ur' ? 'rtl' : 'ltr'}
              value={text}
              error={unknown === undefined ? error : t('settings.reminders.unknown', { name: `{${unknown}}` })}
              onChange={({ currentTarget: { value } }) =>
                form.change(name, value.trim() === REMINDER_TEXT[language] ? '' : value)
              }
            />
            <Preview
              language={language}
              template={text}
              howToPay={howToPayIn(language, { en: values.howToPayEn, ur: values.howToPayUr })}
            />
          </div>
        );
      })}
    </SettingsForm>
  );
}

/** On which days, and from what amount. */
function Automatic({ stored, form }: Pick<PartProps, 'stored'> & { form: OrganisationForm }): JSX.Element {
  const { t } = useTexts();
  const { values, elsewhere } = form;
  return (
    <>
      <div className={classes['pair']}>
        <TextInput
          label={t('settings.reminders.auto.steps')}
          description={savedElsewhere(elsewhere.remindSteps, t) ?? t('settings.reminders.auto.stepsHint')}
          inputWrapperOrder={BELOW}
          inputMode="text"
          autoComplete="off"
          value={values.remindSteps}
          error={
            form.isWrong('remindSteps')
              ? t('settings.reminders.auto.stepsWrong', { most: MAX_STEPS, max: MAX_STEP })
              : form.problems.remindSteps
          }
          onChange={({ currentTarget: { value } }) => form.change('remindSteps', value)}
        />
        <AmountInput
          label={t('settings.reminders.auto.minimum')}
          description={savedElsewhere(elsewhere.remindMinimum, t) ?? t('settings.reminders.auto.minimumHint')}
          value={values.remindMinimum}
          error={form.problems.remindMinimum}
          onChange={(value) => form.change('remindMinimum', value)}
        />
      </div>
      {stored.dueDays === null && (
        <Text c="var(--app-bad-text)" fz="sm">
          {t('settings.reminders.auto.noDueDays')}
        </Text>
      )}
    </>
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
    surcharge: null,
    howToPay,
    link: location.origin,
  };
  return (
    <div role="group" aria-labelledby={heading}>
      <Title order={4} id={heading} fz="sm" fw={500} mb={4}>
        {t('settings.reminders.preview')}
      </Title>
      <Text
        lang={language}
        dir={language === 'ur' ? 'rtl' : 'ltr'}
        p={12}
        fz="sm"
        bg="var(--mantine-color-default-hover)"
        style={{ borderRadius: 'var(--mantine-radius-md)', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        <bdi>{reminderText(template, about, language)}</bdi>
      </Text>
    </div>
  );
}

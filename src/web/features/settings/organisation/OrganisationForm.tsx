// When fines are to be paid, and what the organisation says about itself.
import { Box, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, JSX } from 'react';
import { readLogo } from '../../../../contract/settings/organisation.ts';
import { MAX_DUE_DAYS, SUGGESTED_DUE_DAYS } from '../../../../core/fines/due.ts';
import { PAYMENT_METHODS } from '../../../../core/money/payment.ts';
import { addressOf } from '../../../api/call.ts';
import { useTexts } from '../../../messages/index.ts';
import { BELOW, FIGURES, useTooLong } from '../../../ui/forms/fields/checks.ts';
import { savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import classes from '../settings.module.css';
import { SwitchRow } from '../settings-parts.tsx';
import {
  type OrganisationForm as Form,
  type PartProps,
  PictureField,
  SettingsForm,
  TEXT_LENGTH,
  type TextName,
  useOrganisationForm,
} from './organisation-form.tsx';

/** A field for a text of the organisation. */
export function useTextField(form: Form) {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return (field: TextName) => ({
    description: savedElsewhere(form.elsewhere[field], t),
    inputWrapperOrder: BELOW,
    autoComplete: 'off',
    value: form.values[field],
    error: tooLong(form.values[field], TEXT_LENGTH[field]) ?? form.problems[field],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.change(field, value),
  });
}

/** No due day, or a number of days after a fine was given (DUE-1). */
export function DueDays({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  const form = useOrganisationForm(stored, 'due');
  const on = form.isOn('dueDays');
  return (
    <SettingsForm
      form={form}
      readOnly={readOnly}
      head={
        <SwitchRow
          label={t('settings.due.on')}
          does={t('settings.due.does')}
          on={on}
          readOnly={readOnly}
          onToggle={(next) => form.put({ dueDays: next ? SUGGESTED_DUE_DAYS : null })}
        />
      }
    >
      {on && (
        <TextInput
          maw={220}
          label={t('settings.due.days')}
          description={savedElsewhere(form.elsewhere.dueDays, t)}
          attributes={FIGURES}
          inputWrapperOrder={BELOW}
          inputMode="numeric"
          autoComplete="off"
          value={form.values.dueDays}
          onChange={({ currentTarget: { value } }) => form.change('dueDays', value)}
          error={form.isWrong('dueDays') ? t('settings.due.wrong', { max: MAX_DUE_DAYS }) : form.problems.dueDays}
        />
      )}
    </SettingsForm>
  );
}

/** For receipts (RULE-8, RULE-9), and the methods of payment. */
export function OrganisationForm({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  const form = useOrganisationForm(stored, 'organisation');
  const field = useTextField(form);
  const { methods } = form.values;
  return (
    <SettingsForm form={form} readOnly={readOnly}>
      <p>{t('settings.organisation.hint')}</p>
      <TextInput
        {...field('name')}
        label={t('settings.organisation.name')}
        autoComplete="organization"
        data-autofocus
      />
      <Textarea {...field('address')} label={t('settings.organisation.address')} rows={3} resize="vertical" />
      <TextInput {...field('phone')} label={t('settings.organisation.phone')} type="tel" dir="ltr" />
      <TextInput {...field('receiptFoot')} label={t('settings.organisation.receiptFoot')} />
      <PictureField
        form={form}
        field="logo"
        texts={{
          label: t('settings.organisation.logo.label'),
          hint: t('settings.organisation.logo.hint'),
          picture: t('settings.organisation.logo.picture'),
          choose: t('settings.organisation.logo.choose'),
        }}
        stored={stored.logoVersion === null ? null : addressOf(readLogo, { params: { version: stored.logoVersion } })}
        readOnly={readOnly}
      />
      <Checkbox.Group
        size="md"
        label={t('settings.organisation.methods')}
        description={
          savedElsewhere(form.elsewhere.methods?.map((method) => t(`common.method.${method}`)).join(', '), t) ??
          t('settings.organisation.methodsHint')
        }
        error={form.problems.methods}
        value={methods}
        onChange={(chosen) =>
          form.change(
            'methods',
            PAYMENT_METHODS.filter((method) => chosen.includes(method)),
          )
        }
      >
        <Box className={classes['pair'] ?? ''} mt={8}>
          {PAYMENT_METHODS.map((method) => (
            <Checkbox
              key={method}
              value={method}
              label={t(`common.method.${method}`)}
              // Cash is always offered.
              disabled={method === 'Cash'}
            />
          ))}
        </Box>
      </Checkbox.Group>
    </SettingsForm>
  );
}

// The form of the card "Organisation".
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { type JSX, useState } from 'react';
import { readLogo } from '../../../../contract/settings/organisation.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { normalizedText } from '../../../../core/text/letters.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../core/money/payment.ts';
import { addressOf } from '../../../api/call.ts';
import { useTexts } from '../../../messages/index.ts';
import { refusedFields } from '../../../ui/feedback/failure.ts';
import { realChanges, withChanges } from '../../../ui/forms/record-changes.ts';
import { savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { BELOW, useTooLong } from '../../../ui/forms/fields/checks.ts';
import {
  PictureField,
  OrganisationFrame,
  type PartProps,
  useSaveOrganisation,
  withoutSent,
} from './OrganisationFrame.tsx';
import classes from '../settings.module.css';

const LENGTH = {
  name: MAX_LENGTH.organisationName,
  address: MAX_LENGTH.organisationAddress,
  phone: MAX_LENGTH.phone,
  receiptFoot: MAX_LENGTH.receiptFoot,
} as const;

type Field = keyof typeof LENGTH;
type Texts = Record<Field, string>;
const FIELDS = Object.keys(LENGTH) as readonly Field[];

export function OrganisationForm({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  /** what is typed, without the fields that are as stored */
  const [typed, setTyped] = useState<Partial<Texts>>({});
  /** base64 of another logo; null to remove it; undefined to keep it */
  const [logo, setLogo] = useState<string | null | undefined>();
  /** the methods offered, once they were changed */
  const [methods, setMethods] = useState<PaymentMethod[] | undefined>();
  const values = withChanges<Texts>(stored, typed);
  const changes = {
    ...realChanges<Partial<Texts>>(stored, allTrimmed(typed)),
    ...(logo === undefined ? {} : { logo }),
    ...(methods === undefined ? {} : { methods }),
  };
  const saving = useSaveOrganisation({
    id: 'organisation',
    saved: t('settings.organisation.saved'),
    stored,
    changes,
    forget: (sent) => {
      setTyped((now) => withoutSent(now, sent, trimmed));
      setLogo((now) => (now === sent.logo ? undefined : now));
      setMethods((now) => (now === sent.methods ? undefined : now));
    },
  });
  const { begin, isElsewhere } = saving;
  const refused = refusedFields(saving.write.error, [...FIELDS, 'logo', 'methods']);
  const field = (name: Field) => ({
    label: t(`settings.organisation.${name}`),
    description: savedElsewhere(isElsewhere(name) ? stored[name] : undefined, t),
    inputWrapperOrder: BELOW,
    autoComplete: 'off',
    value: values[name],
    error: tooLong(values[name], LENGTH[name]) ?? refused[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      begin(name);
      setTyped((now) => ({ ...now, [name]: value }));
    },
  });
  const namesOf = (offered: readonly PaymentMethod[]): string =>
    offered.map((method) => t(`common.method.${method}`)).join(', ');
  return (
    <OrganisationFrame
      saving={saving}
      saves={t('settings.organisation.title')}
      isWrong={FIELDS.some((name) => tooLong(values[name], LENGTH[name]) !== null)}
      refused={refused}
      readOnly={readOnly}
      hint={t('settings.organisation.hint')}
    >
      <TextInput {...field('name')} autoComplete="organization" />
      <Textarea {...field('address')} rows={3} resize="vertical" />
      <TextInput {...field('phone')} type="tel" dir="ltr" />
      <TextInput {...field('receiptFoot')} />
      <PictureField
        texts={{
          label: t('settings.organisation.logo.label'),
          hint: t(isElsewhere('logo') ? 'settings.organisation.logo.elsewhere' : 'settings.organisation.logo.hint'),
          picture: t('settings.organisation.logo.picture'),
          choose: t('settings.organisation.logo.choose'),
        }}
        stored={stored.logoVersion === null ? null : addressOf(readLogo, { params: { version: stored.logoVersion } })}
        chosen={logo}
        refused={refused.logo}
        readOnly={readOnly}
        onChoose={(chosen) => {
          begin('logo');
          setLogo(chosen === null && stored.logoVersion === null ? undefined : chosen);
        }}
      />
      <Checkbox.Group
        size="md"
        label={t('settings.organisation.methods')}
        description={
          savedElsewhere(isElsewhere('methods') ? namesOf(stored.methods) : undefined, t) ??
          t('settings.organisation.methodsHint')
        }
        error={refused.methods}
        value={methods ?? stored.methods}
        onChange={(chosen) => {
          begin('methods');
          const all = PAYMENT_METHODS.filter((method) => chosen.includes(method));
          setMethods(all.join() === stored.methods.join() ? undefined : all);
        }}
      >
        <div className={classes['methods']}>
          {PAYMENT_METHODS.map((method) => (
            <Checkbox
              key={method}
              value={method}
              label={t(`common.method.${method}`)}
              // Cash is always offered.
              disabled={method === 'Cash'}
            />
          ))}
        </div>
      </Checkbox.Group>
    </OrganisationFrame>
  );
}

/** Compared as they are kept. */
const trimmed = (text: unknown): unknown => (typeof text === 'string' ? normalizedText(text) : text);
const allTrimmed = (texts: Partial<Texts>): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, normalizedText(text)]));

// The form of the card "Organisation". What is not being changed here follows what other windows save.
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useState } from 'react';
import type { Output } from '../../../contract/operation.ts';
import { readLogo, readOrganisation, updateOrganisation } from '../../../contract/settings/organisation.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../../core/money/payment.ts';
import { addressOf } from '../../api/call.ts';
import { queryClient, readKey, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf, refusedFields } from '../../ui/feedback/failure.ts';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { realChanges, withChanges } from '../../ui/forms/record-changes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useTooLong } from '../../ui/forms/fields/too-long.ts';
import { PictureField } from './PictureField.tsx';
import classes from './OrganisationForm.module.css';

type Organisation = Output<typeof readOrganisation>;

const KEY = readKey(readOrganisation, {});

const LENGTH = {
  name: MAX_LENGTH.organisationName,
  address: MAX_LENGTH.organisationAddress,
  phone: MAX_LENGTH.phone,
  receiptFoot: MAX_LENGTH.receiptFoot,
} as const;

type Field = keyof typeof LENGTH;
type Texts = Record<Field, string>;
const FIELDS = Object.keys(LENGTH) as readonly Field[];

export function OrganisationForm({ stored, readOnly }: { stored: Organisation; readOnly: boolean }): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  /** what is typed, without the fields that are as stored */
  const [typed, setTyped] = useState<Partial<Texts>>({});
  /** base64 of another logo; null to remove it; undefined while it stays */
  const [logo, setLogo] = useState<string | null | undefined>();
  /** those offered, once they were changed */
  const [methods, setMethods] = useState<PaymentMethod[] | undefined>();
  const save = useWrite(updateOrganisation, {
    onSuccess: async (saved, { input: { body: sent = {} } }) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Organisation>(KEY, (now) => now && { ...now, ...saved });
      // What was typed or chosen while it was being saved stays.
      setTyped((now) => without(now, sent));
      setLogo((now) => (now === sent.logo ? undefined : now));
      setMethods((now) => (now === sent.methods ? undefined : now));
      toast.success(t('settings.organisation.saved'), { id: 'organisation' });
    },
  });

  const values = withChanges<Texts>(stored, typed);
  const changes = {
    ...realChanges<Partial<Texts>>(stored, trimmed(typed)),
    ...(logo === undefined ? {} : { logo }),
    ...(methods === undefined ? {} : { methods }),
  };
  const refused = refusedFields(save.error, [...FIELDS, 'logo', 'methods']);
  const isRefusedAtField = Object.keys(refused).length > 0;

  const forgetFailure = (): void => {
    if (save.error !== null) save.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (Object.keys(changes).length === 0 || save.isPending) return;
    if (FIELDS.some((field) => tooLong(values[field], LENGTH[field]) !== null)) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    save.mutate({ input: { body: changes } });
  };
  const field = (name: Field) => ({
    label: t(`settings.organisation.${name}`),
    autoComplete: 'off',
    value: values[name],
    error: tooLong(values[name], LENGTH[name]) ?? refused[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      forgetFailure();
      setTyped((now) => ({ ...now, [name]: value }));
    },
  });
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <p className={classes['hint']}>{t('settings.organisation.hint')}</p>
      <fieldset disabled={readOnly} className={classes['fields']}>
        <TextInput {...field('name')} autoComplete="organization" />
        <Textarea {...field('address')} rows={3} resize="vertical" />
        <TextInput {...field('phone')} type="tel" dir="ltr" />
        <TextInput {...field('receiptFoot')} />
        <PictureField
          texts={{
            label: t('settings.organisation.logo.label'),
            hint: t('settings.organisation.logo.hint'),
            picture: t('settings.organisation.logo.picture'),
            choose: t('settings.organisation.logo.choose'),
          }}
          stored={stored.logoVersion === null ? null : addressOf(readLogo, { params: { version: stored.logoVersion } })}
          chosen={logo}
          refused={refused.logo}
          onChoose={(chosen) => {
            forgetFailure();
            setLogo(chosen === null && stored.logoVersion === null ? undefined : chosen);
          }}
        />
        <Checkbox.Group
          size="md"
          label={t('settings.organisation.methods')}
          description={t('settings.organisation.methodsHint')}
          error={refused.methods}
          value={methods ?? stored.methods}
          onChange={(chosen) => {
            forgetFailure();
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
                // Always offered.
                disabled={method === 'Cash'}
              />
            ))}
          </div>
        </Checkbox.Group>
      </fieldset>
      <FormProblem
        problem={
          save.error === null || isRefusedAtField
            ? null
            : t('settings.organisation.failed', { reason: reasonOf(save.error, t) })
        }
      />
      {!readOnly && (
        <Button
          type="submit"
          className={classes['save'] ?? ''}
          disabled={Object.keys(changes).length === 0}
          loading={save.isPending}
        >
          {t('settings.organisation.save')}
        </Button>
      )}
    </form>
  );
}

/** White space around a text is not sent. */
const trimmed = (texts: Partial<Texts>): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()]));

/** What is typed, less the fields that were sent as they are now. */
const without = (typed: Partial<Texts>, sent: { [F in Field]?: string | undefined }): Partial<Texts> =>
  Object.fromEntries(Object.entries(typed).filter(([field, text]) => text.trim() !== sent[field as Field]));

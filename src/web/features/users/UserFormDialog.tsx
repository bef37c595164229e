// The add and edit form of a user, in a dialog; a sheet on phones. Checks run in a fixed order (USER-5), and the
// first failure is a toast, a sentence at its field, and the place where the cursor goes.
import type { FormEvent, ReactNode } from 'react';
import { useId } from 'react';
import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core';
import { firstProblem } from '../../../core/people/user-form.ts';
import type { UserForm } from '../../../core/people/user-form.ts';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useTooLong } from '../../ui/forms/fields/too-long.ts';
import type { FormSubmission } from '../../ui/forms/useRecordForm.ts';
import { useRecordForm } from '../../ui/forms/useRecordForm.ts';
import type { UserField } from './user-values.ts';
import { FIELD_LENGTH, fieldOf, trimmed } from './user-values.ts';
import classes from './users.module.css';

interface UserFormDialogProps {
  opened: boolean;
  title: string;
  saveLabel: string;
  /** The record as it is now; empty for a new user. */
  base: Readonly<UserForm>;
  draftName: string;
  /** The record was deleted while the form was open. */
  gone: boolean;
  /** Their e-mail and status are for the administrator alone to change (ACCESS-16). */
  accessHeld?: boolean;
  /** above the fields */
  aside?: ReactNode;
  submission: FormSubmission;
  /** Sends the form and says in a toast how it ended. @throws CallError */
  send: (form: UserForm) => Promise<unknown>;
  onClose: () => void;
}

const TEXT_FIELDS = [
  { field: 'userName', label: 'users.form.name', placeholder: 'users.form.namePlaceholder', type: 'text' },
  {
    field: 'userEmail',
    label: 'users.form.email',
    placeholder: 'users.form.emailPlaceholder',
    type: 'email',
    dir: 'ltr',
  },
  { field: 'userRole', label: 'users.form.role', placeholder: 'users.form.rolePlaceholder', type: 'text' },
  { field: 'phone', label: 'users.form.phone', placeholder: 'users.form.phonePlaceholder', type: 'tel', dir: 'ltr' },
] as const;

export function UserFormDialog(props: UserFormDialogProps) {
  const {
    opened,
    title,
    saveLabel,
    base,
    draftName,
    gone,
    accessHeld = false,
    aside,
    submission,
    send,
    onClose,
  } = props;
  const { t } = useTexts();
  const tooLong = useTooLong();
  const formId = useId();
  const ownReasons = { 'email-in-use': t('users.problem.email-in-use') };
  const form = useRecordForm<UserForm>({ base, draftName, submission, ownReasons, onClose });
  const { values, problems, busy } = form;

  /** The first thing that is wrong. */
  const problem = (): { field: UserField; text: string } | null => {
    for (const { field } of TEXT_FIELDS) {
      const text = tooLong(values[field], FIELD_LENGTH[field]);
      if (text !== null) return { field, text };
    }
    const wrong = firstProblem(values);
    return wrong === null ? null : { field: fieldOf(wrong), text: t(`users.problem.${wrong}`) };
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const wrong = problem();
    if (wrong === null) {
      void form.save(() => send(trimmed(values)));
      return;
    }
    form.showProblems({ [wrong.field]: wrong.text });
    // Replaces the one before: only one thing is wrong at a time.
    toast.error(wrong.text, { id: 'user-form' });
  };

  const buttons = (
    <>
      <Button variant="default" onClick={form.giveUp} disabled={busy}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form={formId} {...busyButton(busy)}>
        {busy ? t('common.wait') : saveLabel}
      </Button>
    </>
  );

  return (
    <Sheet opened={opened} onClose={onClose} title={title} busy={busy} footer={buttons}>
      <form ref={form.ref} id={formId} noValidate onSubmit={submit} aria-busy={busy}>
        <Stack gap="md">
          <FormNotices form={form} />
          {gone && (
            <Alert color="red" role="alert">
              {t('users.form.gone')}
            </Alert>
          )}
          {accessHeld && <p className={classes['small']}>{t('users.access.held')}</p>}
          {aside}
          {TEXT_FIELDS.map(({ field, label, placeholder, ...rest }, index) => (
            <TextInput
              key={field}
              label={t(label)}
              placeholder={t(placeholder)}
              {...rest}
              required
              autoComplete="off"
              readOnly={busy}
              disabled={accessHeld && field === 'userEmail'}
              value={values[field]}
              error={problems[field] ?? tooLong(values[field], FIELD_LENGTH[field])}
              onChange={(event) => form.change(field, event.currentTarget.value)}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            />
          ))}
          <Radio.Group
            label={t('users.form.status')}
            size="md"
            required
            readOnly={busy}
            value={values.status}
            onChange={(status) => form.change('status', status)}
          >
            <div className={classes['choices']}>
              {(['Active', 'Inactive'] as const).map((status) => (
                <Radio
                  key={status}
                  value={status}
                  disabled={accessHeld}
                  size="md"
                  label={t(`common.status.${status}`)}
                  classNames={{ body: classes['choice'] ?? '', label: classes['choiceLabel'] ?? '' }}
                />
              ))}
            </div>
          </Radio.Group>
        </Stack>
      </form>
    </Sheet>
  );
}

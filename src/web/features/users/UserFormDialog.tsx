// The add and edit form of a user, in a dialog; a sheet on phones. Checks run in the specification's order, and the
// first failure is a toast, a sentence at its field, and the place where the cursor goes.
import type { FormEvent } from 'react';
import { useId, useRef } from 'react';
import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core';
import { firstProblem } from '../../../core/user-form.ts';
import type { UserForm } from '../../../core/user-form.ts';
import { ApiError, ConnectionError } from '../../api/errors.ts';
import { useTexts } from '../../messages/index.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import type { RecordDraft } from '../../ui/useRecordDraft.ts';
import { useRecordDraft } from '../../ui/useRecordDraft.ts';
import type { UserField } from './user-values.ts';
import { FIELD_LENGTH, fieldOf, problemInAnswer, tidied } from './user-values.ts';
import classes from './users.module.css';

interface UserFormDialogProps {
  opened: boolean;
  title: string;
  saveLabel: string;
  /** The record as it is now; empty for a new user. */
  base: Readonly<UserForm>;
  /** Names this form among the tab's drafts. */
  draftKey: string;
  /** The record was deleted while the form was open. */
  gone: boolean;
  busy: boolean;
  /**
   * Saves and says so in a toast; `begin` gives the key under which a body goes out. @throws CallError, also said in a toast
   */
  save: (form: UserForm, begin: (body: object) => string) => Promise<unknown>;
  onClose: () => void;
}

const TEXT_FIELDS = [
  { field: 'userName', label: 'users.form.name', placeholder: 'users.form.namePlaceholder', type: 'text', dir: 'auto' },
  {
    field: 'userEmail',
    label: 'users.form.email',
    placeholder: 'users.form.emailPlaceholder',
    type: 'email',
    dir: 'ltr',
  },
  { field: 'userRole', label: 'users.form.role', placeholder: 'users.form.rolePlaceholder', type: 'text', dir: 'auto' },
  { field: 'phone', label: 'users.form.phone', placeholder: 'users.form.phonePlaceholder', type: 'tel', dir: 'ltr' },
] as const;

export function UserFormDialog(props: UserFormDialogProps) {
  const { opened, title, saveLabel, base, draftKey, gone, busy, save, onClose } = props;
  const { t } = useTexts();
  const formId = useId();
  const form = useRecordDraft<UserForm>(base, draftKey);
  const inputs = useRef(new Map<UserField, HTMLInputElement>());
  /** Set at once, while `busy` comes with the next rendering: a double click is faster than that. */
  const sending = useRef(false);
  const { values, problems } = form;

  const point = (field: UserField, text: string): void => {
    form.setProblems({ [field]: text });
    inputs.current.get(field)?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || sending.current) return;
    const wrong = firstProblem(values);
    if (wrong !== null) {
      const text = t(`users.problem.${wrong}`);
      point(fieldOf(wrong), text);
      // The next one takes its place: only one thing is wrong at a time.
      toast.error(text, { id: 'user-form' });
      return;
    }
    form.setProblems({});
    const body = tidied(values);
    sending.current = true;
    try {
      await save(body, form.beginAttempt);
      form.discard();
      onClose();
    } catch (error) {
      form.attemptFailed(error);
      if (!(error instanceof ApiError)) {
        if (error instanceof ConnectionError) return;
        throw error;
      }
      if (error.code === 'email-in-use') point('userEmail', t('users.problem.email-in-use'));
      const named = error.code === 'invalid-input' ? problemInAnswer(error.details) : null;
      if (named !== null) point(named.field, named.message);
    } finally {
      sending.current = false;
    }
  };

  const giveUp = (): void => {
    form.discard();
    onClose();
  };

  const buttons = (
    <>
      <Button variant="default" onClick={giveUp} disabled={busy}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form={formId} disabled={busy}>
        {busy ? t('common.wait') : saveLabel}
      </Button>
    </>
  );

  return (
    <Sheet opened={opened} onClose={onClose} title={title} busy={busy} footer={buttons}>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} aria-busy={busy}>
        <Stack gap="md">
          <Notices form={form} gone={gone} busy={busy} />
          {TEXT_FIELDS.map(({ field, label, placeholder, ...rest }, index) => (
            <TextInput
              key={field}
              ref={(input) => {
                if (input !== null) inputs.current.set(field, input);
              }}
              label={t(label)}
              placeholder={t(placeholder)}
              {...rest}
              required
              maxLength={FIELD_LENGTH[field]}
              autoComplete="off"
              readOnly={busy}
              value={values[field]}
              error={problems[field] ?? null}
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

/** What a person should know before going on with this form. */
function Notices({ form, gone, busy }: { form: RecordDraft<UserForm>; gone: boolean; busy: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {form.restored && (
        <Alert role="status">
          <p className={classes['noticeText']}>{t('users.form.restored')}</p>
          <Button variant="default" onClick={form.discard} disabled={busy}>
            {t('users.form.startOver')}
          </Button>
        </Alert>
      )}
      {gone && (
        <Alert color="red" role="alert">
          {t('users.form.gone')}
        </Alert>
      )}
      {form.unanswered && !busy && (
        <Alert color="yellow" role="status">
          {t('common.notSaved')}
        </Alert>
      )}
    </>
  );
}

// Changing one's password: asks for the current one, since the device may have been left unattended.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, JSX } from 'react';
import { useState } from 'react';
import { changePassword, listOwnSessions } from '../../../contract/account.ts';
import type { Output } from '../../../contract/operation.ts';
import { PASSWORD_LENGTH } from '../../../core/limits.ts';
import { call } from '../../api/call.ts';
import { ApiError, type CallError } from '../../api/errors.ts';
import { queryClient } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.tsx';
import classes from './account.module.css';

interface Passwords {
  currentPassword: string;
  newPassword: string;
}

const EMPTY: Passwords = { currentPassword: '', newPassword: '' };

export function PasswordForm(): JSX.Element {
  const { t } = useTexts();
  const { principal } = useSession();
  const [values, setValues] = useState(EMPTY);
  /** Problems are shown after the first attempt to save. */
  const [tried, setTried] = useState(false);
  const change = useMutation<Output<typeof changePassword>, CallError, Passwords>({
    mutationFn: (body) => call(changePassword, { body }),
    onSuccess: ({ endedSessions: count }) => {
      toast.success(count === 0 ? t('account.password.done') : t('account.password.doneEnded', { count }));
      setValues(EMPTY);
      setTried(false);
      void queryClient.invalidateQueries({ queryKey: [listOwnSessions.id] });
    },
  });
  const wrong = change.error instanceof ApiError && change.error.code === 'password-wrong';
  const tooShort = values.newPassword.length < PASSWORD_LENGTH.min;
  const edit = (part: Partial<Passwords>): void => {
    setValues((current) => ({ ...current, ...part }));
    if (wrong && part.currentPassword !== undefined) change.reset();
  };
  const currentProblem = (): string | undefined => {
    if (wrong) return t('account.password.wrong');
    return tried && values.currentPassword === '' ? t('account.password.required') : undefined;
  };
  const otherProblem = (): string | null => {
    if (change.error === null || wrong) return null;
    return change.error instanceof ApiError ? change.error.message : t('account.password.unknown');
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (values.currentPassword !== '' && !tooShort && !change.isPending) change.mutate(values);
  };
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      {/* For password managers, which store passwords by user name. */}
      <input type="hidden" name="username" autoComplete="username" value={principal?.email ?? ''} readOnly />
      <PasswordField
        label={t('account.password.current')}
        purpose="current-password"
        name="current-password"
        value={values.currentPassword}
        error={currentProblem()}
        onChange={(currentPassword) => edit({ currentPassword })}
      />
      <PasswordField
        label={t('account.password.new')}
        description={t('account.password.hint', { count: PASSWORD_LENGTH.min })}
        purpose="new-password"
        name="new-password"
        value={values.newPassword}
        error={tried && tooShort ? t('common.password.tooShort') : undefined}
        onChange={(newPassword) => edit({ newPassword })}
      />
      <p className={classes['small']}>{t('account.password.others')}</p>
      <FormProblem problem={otherProblem()} />
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('account.password.submit')}
        </Button>
      </div>
    </form>
  );
}

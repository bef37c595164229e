// Signing in (SIGNIN-1).
import { Button, Divider, TextInput } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useState } from 'react';
import { type Session, signIn } from '../../../contract/sign-in/auth.ts';
import { stripInvisible } from '../../../core/text/letters.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { call } from '../../api/call.ts';
import { enterSession, useSessionOver } from '../../api/client.ts';
import type { CallError } from '../../api/errors.ts';
import { useAction } from '../../api/hooks.ts';
import { hasPasskeys } from '../../api/passkeys.ts';
import { useTexts } from '../../messages/index.ts';
import { useScreenTitle } from '../../ui/layout/PageHeader.tsx';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { PasswordField } from '../../ui/forms/fields/PasswordField.tsx';
import { EntryCard } from './EntryCard.tsx';
import { type CookieError, keptSession } from './kept-session.ts';
import classes from './LoginScreen.module.css';
import { isRefusal, useSignInProblem } from './problem.ts';
import { usePasskey } from './usePasskey.ts';
import { useProvider } from './useProvider.ts';

interface LoginScreenProps {
  preloadHome: () => void;
}

export default function LoginScreen({ preloadHome }: LoginScreenProps): JSX.Element {
  const { t } = useTexts();
  useScreenTitle(t('login.submit'));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const problemOf = useSignInProblem();
  const isOver = useSessionOver();
  const provider = useProvider();
  const passkey = usePasskey(preloadHome);
  const attempt = useAction<Session, CallError | CookieError, { email: string; password: string }>({
    mutationFn: async (body) => keptSession(await call(signIn, { body })),
    onMutate: preloadHome,
    // App redirects to the screen for the role.
    onSuccess: enterSession,
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (attempt.isPending) return;
    provider?.forget();
    passkey.reset();
    attempt.mutate({ email: email.trim(), password });
  };

  const leave = (): void => {
    attempt.reset();
    passkey.reset();
    provider?.leave();
  };
  const askDevice = (): void => {
    if (passkey.isPending) return;
    attempt.reset();
    provider?.forget();
    passkey.mutate();
  };
  const failure = attempt.error ?? passkey.error;
  const problem = failure === null ? (provider?.problem ?? null) : problemOf(failure);

  return (
    <EntryCard title={t('login.title')} subtitle={t('login.subtitle')}>
      <form onSubmit={submit} className={classes['form']}>
        <FormProblem problem={problem} />
        <p role="status" className={classes['help']}>
          {isRefusal(attempt.error) ? t('login.failedHelp') : isOver && t('login.over')}
        </p>
        <TextInput
          label={t('login.email')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTH.email}
          required
          autoFocus
          withAsterisk={false}
          value={email}
          // With invisible characters in it, the browser would not accept the text as an address.
          onChange={(event) => setEmail(stripInvisible(event.currentTarget.value))}
        />
        <PasswordField
          label={t('login.password')}
          purpose="current-password"
          name="password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" fullWidth {...busyButton(attempt.isPending)}>
          {t(attempt.isPending ? 'common.wait' : 'login.submit')}
        </Button>
      </form>
      {(provider !== null || hasPasskeys()) && (
        <div className={classes['provider']}>
          <Divider label={t('login.or')} />
          {hasPasskeys() && (
            <Button variant="default" fullWidth loading={passkey.isPending} onClick={askDevice}>
              {t('login.withPasskey')}
            </Button>
          )}
          {provider !== null && (
            <Button variant="default" fullWidth loading={provider.leaving} onClick={leave}>
              {t('login.withProvider', { provider: provider.label })}
            </Button>
          )}
        </div>
      )}
    </EntryCard>
  );
}

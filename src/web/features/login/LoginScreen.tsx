// Signing in (SIGNIN-1).
import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type JSX, useState } from 'react';
import { type Session, signIn } from '../../../contract/sign-in/auth.ts';
import { stripInvisible } from '../../../core/text/letters.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { call, type CallError, ApiError } from '../../api/call.ts';
import { enterSession, useSessionOver } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { hasPasskeys, askForPasskey } from '../../api/passkeys.ts';
import { useTexts } from '../../messages/index.ts';
import { useScreenTitle } from '../../ui/layout/page.tsx';
import { busyButton } from '../../ui/controls/buttons.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { PasswordField } from '../../ui/forms/fields/passwords.tsx';
import { EntryCard } from './EntryCard.tsx';
import { type CookieError, keptSession } from './kept-session.ts';
import classes from './LoginScreen.module.css';
import { isRefusal, useSignInProblem } from './problem.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { signInWithPasskey, startPasskeySignIn } from '../../../contract/sign-in/passkeys.ts';
import { OIDC_PROBLEMS, type OidcProblem, startOidc } from '../../../contract/sign-in/oidc.ts';
import { useAddress } from '../../routing/location.ts';
import { useSession } from '../../api/session.ts';

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
      <form onSubmit={submit}>
        <Stack gap={16}>
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
        </Stack>
      </form>
      {(provider !== null || hasPasskeys()) && (
        <Stack gap={16} mt={16}>
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
        </Stack>
      )}
    </EntryCard>
  );
}

// Signing in with a passkey: the browser asks for its owner's fingerprint, face or PIN (PASSKEY-1).

function usePasskey(preloadHome: () => void): UseMutationResult<Session, Error, void> {
  return useAction<Session>({
    mutationFn: async () => {
      const { options } = await call(startPasskeySignIn, {});
      const response = await askForPasskey(options);
      preloadHome();
      return keptSession(await call(signInWithPasskey, { body: { response } }));
    },
    onSuccess: enterSession,
  });
}

// Signing in with the organisation's identity provider: the redirect to it, and the message if the person returns
// without a session.

interface Provider {
  label: string;
  /** Redirects to the provider. */
  leave(): void;
  leaving: boolean;
  /** why the last attempt failed */
  problem: string | null;
  /** Clears the message when another attempt starts. */
  forget(): void;
}

/** The provider; null if none is configured. */
function useProvider(): Provider | null {
  const { t } = useTexts();
  const { provider: label } = useSession();
  const { search } = useAddress();
  const [returned, setReturned] = useState(() => problemIn(search.get('problem')));
  const departure = useAction<{ url: string }, CallError>({
    mutationFn: () => call(startOidc, {}),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (label === null) return null;

  const sentences: Record<OidcProblem, string> = {
    cancelled: t('login.providerCancelled', { provider: label }),
    expired: t('login.providerExpired'),
    unverified: t('login.providerUnverified', { provider: label }),
    unknown: t('login.providerUnknown', { provider: label }),
    provider: t('login.providerFailed', { provider: label }),
  };
  const ofReturn = returned === null ? null : sentences[returned];
  const ofDeparture =
    departure.error instanceof ApiError ? departure.error.message : departure.error && t('login.noConnection');
  return {
    label,
    leave() {
      setReturned(null);
      departure.mutate();
    },
    leaving: departure.isPending,
    problem: ofDeparture ?? ofReturn,
    forget() {
      setReturned(null);
      departure.reset();
    },
  };
}

/** Known codes only: a crafted URL must not put text on this screen. */
function problemIn(value: string | null): OidcProblem | null {
  return OIDC_PROBLEMS.find((problem) => problem === value) ?? null;
}

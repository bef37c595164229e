// The screen for a sign-in link (LINK-1): the member chooses a password and is signed in, or is told what is wrong.
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type JSX, useState } from 'react';
import { type Session, acceptInvitation, readInvitation } from '../../../contract/sign-in/auth.ts';
import { PASSWORD_LENGTH } from '../../../core/limits.ts';
import { call, type CallError } from '../../api/call.ts';
import { enterSession } from '../../api/client.ts';
import { useAction, useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { LinkButton, busyButton } from '../../ui/controls/buttons.tsx';
import { useScreenTitle } from '../../ui/layout/page.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { PasswordField } from '../../ui/forms/fields/passwords.tsx';
import { EntryCard } from './EntryCard.tsx';
import { type CookieError, keptSession } from './kept-session.ts';
import { refusalOf, useSignInProblem } from './problem.ts';

interface InvitationScreenProps {
  token: string;
  preloadHome: () => void;
}

export default function InvitationScreen({ token, preloadHome }: InvitationScreenProps): JSX.Element {
  const { t } = useTexts();
  useScreenTitle(t('login.invitation.title'));
  const problemOf = useSignInProblem();
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const invitation = useRead(readInvitation, { body: { token } }, { keepPrevious: false });
  const acceptance = useAction<Session, CallError | CookieError, string>({
    mutationFn: async (chosen) => keptSession(await call(acceptInvitation, { body: { token, password: chosen } })),
    onMutate: preloadHome,
    // App redirects to the screen for the role.
    onSuccess: enterSession,
  });

  const refusal = refusalOf(acceptance.error) ?? refusalOf(invitation.error);
  if (refusal !== null) {
    return (
      <EntryCard title={t(`login.refused.${refusal}.title`)}>
        <Text mt={8} mb={24}>
          {t(`login.refused.${refusal}.text`)}
        </Text>
        <LinkButton to={PATHS.login} fullWidth variant={refusal === 'link-used' ? 'filled' : 'default'}>
          {t('login.invitation.toSignIn')}
        </LinkButton>
      </EntryCard>
    );
  }
  if (invitation.data === undefined) {
    return (
      <EntryCard title={t('login.invitation.title')}>
        <Stack gap={16} role="status" aria-label={t('common.loading')}>
          <FormProblem problem={invitation.error === null ? null : problemOf(invitation.error)} />
          {invitation.isError ? (
            <Button variant="default" onClick={() => void invitation.refetch()}>
              {t('common.tryAgain')}
            </Button>
          ) : (
            <>
              <Skeleton height={44} />
              <Skeleton height={44} />
            </>
          )}
        </Stack>
      </EntryCard>
    );
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const fits = password.length >= PASSWORD_LENGTH.min;
    setTooShort(!fits);
    if (fits && !acceptance.isPending) acceptance.mutate(password);
  };
  return (
    <EntryCard
      title={t('login.invitation.title')}
      subtitle={<bdi>{t('login.invitation.subtitle', { name: invitation.data.name })}</bdi>}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <FormProblem problem={acceptance.error === null ? null : problemOf(acceptance.error)} />
          {/* An input, so that password managers store the password under this e-mail. */}
          <TextInput
            label={t('login.email')}
            description={t('login.invitation.emailHint')}
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            value={invitation.data.email}
          />
          <PasswordField
            label={t('login.invitation.password')}
            description={t('login.invitation.passwordHint', { count: PASSWORD_LENGTH.min })}
            purpose="new-password"
            name="new-password"
            autoFocus
            error={tooShort && password.length < PASSWORD_LENGTH.min ? t('common.password.tooShort') : undefined}
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" fullWidth {...busyButton(acceptance.isPending)}>
            {t(acceptance.isPending ? 'common.wait' : 'login.invitation.submit')}
          </Button>
        </Stack>
      </form>
    </EntryCard>
  );
}

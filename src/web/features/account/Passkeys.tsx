// The person's own passkeys: adding one, which asks for the password again, and removing one (PASSKEY-2).
import { Box, Button, TextInput } from '@mantine/core';
import { type FormEvent, type JSX, type ReactNode, useRef, useState } from 'react';
import {
  addPasskey,
  listOwnPasskeys,
  type Passkey,
  removePasskey,
  startPasskey,
} from '../../../contract/sign-in/passkeys.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { ApiError } from '../../api/call.ts';
import { act, queryClient, useAction, useRead } from '../../api/hooks.ts';
import { hasPasskeys, makePasskey, NoPasskeyError } from '../../api/passkeys.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { focusIfLost } from '../../ui/dialogs/focus.ts';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { PasswordField, UsernameField } from '../../ui/forms/fields/passwords.tsx';
import { useSignInTexts } from '../../ui/feedback/sign-in-texts.ts';
import { toast, useTellIfLeft } from '../../ui/feedback/toast.tsx';
import { useLast } from '../../ui/dialogs/dialog-state.ts';
import { AccountForm, NotRead, SignInRow, Small } from './account-parts.tsx';

const readAgain = () => queryClient.invalidateQueries({ queryKey: [listOwnPasskeys.id] });

export function Passkeys(): JSX.Element {
  const { t } = useTexts();
  const { data, isError, refetch } = useRead(listOwnPasskeys, {});
  return (
    <>
      <Small>{t('account.passkeys.hint')}</Small>
      {data !== undefined ? (
        <OwnPasskeys passkeys={data.items} />
      ) : isError ? (
        <NotRead text={t('account.passkeys.failed')} read={refetch} />
      ) : null}
      {hasPasskeys() ? (
        <AddPasskey needsPassword={data?.needsPassword ?? true} />
      ) : (
        <Small>{t('account.passkeys.unsupported')}</Small>
      )}
    </>
  );
}

/** A passkey in a list: its name, its days and its actions. */
export function PasskeyRow({ passkey, children }: { passkey: Passkey; children?: ReactNode }): JSX.Element {
  const { passkeyDays } = useSignInTexts();
  return (
    <SignInRow name={<bdi>{passkey.name}</bdi>} days={passkeyDays(passkey)}>
      {children}
    </SignInRow>
  );
}

function OwnPasskeys({ passkeys }: { passkeys: readonly Passkey[] }): JSX.Element {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Passkey | null>(null);
  // The words stay while the question fades out.
  const last = useLast(asked);
  const removing = useAction({
    mutationFn: (passkeyId: string) => act(removePasskey, { params: { passkeyId } }),
    onSuccess: () => toast.success(t('account.passkeys.removed')),
    onError: (error) => {
      // Another window removed it, which is what was wanted.
      if (error instanceof ApiError && error.code === 'passkey-not-found') return;
      // The server says why, more exactly than the code does.
      const reason = error instanceof ApiError && error.code === 'passkey-needed' ? error.message : reasonOf(error, t);
      toast.error(t('account.passkeys.removeFailed', { reason }));
    },
    onSettled: async () => {
      setAsked(null);
      await readAgain();
      // The focused button has been removed with its row.
      focusIfLost(list.current);
    },
  });
  return (
    <>
      <Box ref={list} tabIndex={-1} mt={8} mb={12}>
        {passkeys.length === 0 ? (
          <Small>{t('account.passkeys.none')}</Small>
        ) : (
          <ul aria-label={t('account.passkeys.list')}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey}>
                <Button
                  variant="default"
                  aria-label={t('account.passkeys.removeNamed', { name: passkey.name })}
                  onClick={() => setAsked(passkey)}
                >
                  {t('account.passkeys.remove')}
                </Button>
              </PasskeyRow>
            ))}
          </ul>
        )}
      </Box>
      <ConfirmDialog
        opened={asked !== null}
        title={t('account.passkeys.removeTitle')}
        message={t('account.passkeys.removeText', { name: last?.name ?? '' })}
        confirmLabel={t('account.passkeys.remove')}
        danger
        busy={removing.isPending}
        onConfirm={() => {
          if (asked !== null) removing.mutate(asked.id);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

const EMPTY = { name: '', password: '' };

function AddPasskey({ needsPassword }: { needsPassword: boolean }): JSX.Element {
  const { t } = useTexts();
  const { principal } = useSession();
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const wrong = t('account.password.wrong');
  const problemOf = (error: Error): string =>
    error instanceof NoPasskeyError
      ? t(error.hasOne ? 'account.passkeys.hasOne' : 'account.passkeys.notMade')
      : t('account.passkeys.addFailed', { reason: reasonOf(error, t, { 'password-wrong': wrong }) });
  const adding = useAction({
    mutationFn: async ({ name, password }: typeof EMPTY) => {
      const { options } = await act(startPasskey, { body: { password: needsPassword ? password : null } });
      const response = await makePasskey(options);
      return act(addPasskey, { body: { name, response } });
    },
    onSuccess: () => {
      toast.success(t('account.passkeys.done'));
      setValues(EMPTY);
      setTried(false);
      void readAgain();
    },
    onError: useTellIfLeft(problemOf),
  });
  const { error } = adding;
  const isWrong = error instanceof ApiError && error.code === 'password-wrong';
  const edit = (part: Partial<typeof EMPTY>): void => {
    setValues((current) => ({ ...current, ...part }));
    if (isWrong && part.password !== undefined) adding.reset();
  };
  const name = values.name.trim();
  const isMissing = needsPassword && values.password === '';
  const passwordProblem = isWrong ? wrong : tried && isMissing ? t('account.password.required') : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (name !== '' && !isMissing && !adding.isPending) adding.mutate({ ...values, name });
  };
  return (
    <AccountForm onSubmit={submit}>
      <UsernameField email={principal?.email ?? ''} />
      <TextInput
        label={t('account.passkeys.name')}
        description={t('account.passkeys.nameHint')}
        autoComplete="off"
        maxLength={MAX_LENGTH.passkeyName}
        value={values.name}
        error={tried && name === '' ? t('account.passkeys.nameMissing') : undefined}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      {needsPassword && (
        <PasswordField
          label={t('account.passkeys.password')}
          purpose="current-password"
          name="password-for-passkey"
          value={values.password}
          error={passwordProblem}
          onChange={(password) => edit({ password })}
        />
      )}
      <FormProblem problem={error === null || isWrong ? null : problemOf(error)} />
      <div>
        <Button type="submit" loading={adding.isPending}>
          {t('account.passkeys.add')}
        </Button>
      </div>
    </AccountForm>
  );
}

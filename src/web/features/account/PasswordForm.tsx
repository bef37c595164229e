// Changes the person's own password. Asks for the current one, because the device may have been left unattended, and
// whether to remove the passkeys too.
import { Button, Text } from '@mantine/core';
import { type FormEvent, type JSX, useState } from 'react';
import { changePassword, listOwnSessions } from '../../../contract/sign-in/account.ts';
import type { Output } from '../../../contract/operation.ts';
import { listOwnPasskeys, type Passkey } from '../../../contract/sign-in/passkeys.ts';
import { PASSWORD_LENGTH } from '../../../core/limits.ts';
import { ApiError, type CallError } from '../../api/call.ts';
import { act, queryClient, useAction } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { PasswordField, UsernameField } from '../../ui/forms/fields/passwords.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { toast, useTellIfLeft } from '../../ui/feedback/toast.tsx';
import { useLast } from '../../ui/dialogs/dialog-state.ts';
import { AccountForm, Small } from './account-parts.tsx';
import { PasskeyRow } from './Passkeys.tsx';

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
  /** The passkeys to ask about, once the passwords are typed. */
  const [passkeys, setPasskeys] = useState<readonly Passkey[] | null>(null);
  const isWrong = (error: CallError | null): boolean => error instanceof ApiError && error.code === 'password-wrong';
  const problemOf = (error: CallError): string =>
    error instanceof ApiError
      ? t('account.password.failed', { reason: reasonOf(error, t, { 'password-wrong': t('account.password.wrong') }) })
      : t('account.password.unknown');
  const change = useAction<Output<typeof changePassword> | null, CallError, boolean | null>({
    /** null until the question about the passkeys is answered; if there are any, it is asked first */
    mutationFn: async (removePasskeys) => {
      if (removePasskeys === null) {
        const { items } = await act(listOwnPasskeys, {});
        if (items.length > 0) {
          setPasskeys(items);
          return null;
        }
      }
      return act(changePassword, { body: { ...values, removePasskeys: removePasskeys ?? false } });
    },
    onSuccess: (done) => {
      if (done === null) return;
      const { endedSessions: count, removedPasskeys: removed } = done;
      toast.success(
        removed > 0
          ? t('account.password.donePasskeys', { count: removed })
          : count === 0
            ? t('account.password.done')
            : t('account.password.doneEnded', { count }),
      );
      setValues(EMPTY);
      setTried(false);
      for (const { id } of [listOwnSessions, listOwnPasskeys]) void queryClient.invalidateQueries({ queryKey: [id] });
    },
    onError: useTellIfLeft(problemOf),
    onSettled: (done) => {
      if (done !== null) setPasskeys(null);
    },
  });
  const wrong = isWrong(change.error);
  const tooShort = values.newPassword.length < PASSWORD_LENGTH.min;
  const edit = (part: Partial<Passwords>): void => {
    setValues((current) => ({ ...current, ...part }));
    if (wrong && part.currentPassword !== undefined) change.reset();
  };
  const currentProblem = (): string | undefined => {
    if (wrong) return t('account.password.wrong');
    return tried && values.currentPassword === '' ? t('account.password.required') : undefined;
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (values.currentPassword !== '' && !tooShort && !change.isPending) change.mutate(null);
  };
  return (
    <AccountForm onSubmit={submit}>
      <UsernameField email={principal?.email ?? ''} />
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
      <Small>{t('account.password.others')}</Small>
      <FormProblem problem={change.error === null || wrong ? null : problemOf(change.error)} />
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('account.password.submit')}
        </Button>
      </div>
      <PasskeysQuestion
        passkeys={passkeys}
        busy={change.isPending}
        onAnswer={(remove) => change.mutate(remove)}
        onClose={() => setPasskeys(null)}
      />
    </AccountForm>
  );
}

interface PasskeysQuestionProps {
  /** null: nothing is asked */
  passkeys: readonly Passkey[] | null;
  busy: boolean;
  onAnswer: (remove: boolean) => void;
  onClose: () => void;
}

/** Asks whether to remove the passkeys too: whoever knew the former password may have added one. */
function PasskeysQuestion({ passkeys, busy, onAnswer, onClose }: PasskeysQuestionProps): JSX.Element {
  const { t } = useTexts();
  // They stay while the question fades out.
  const shown = useLast(passkeys) ?? [];
  return (
    <Sheet
      opened={passkeys !== null}
      onClose={onClose}
      title={t('account.password.passkeysTitle')}
      needsServer
      size="sm"
      phone="bottom"
      busy={busy}
      footer={
        <>
          <Button variant="default" disabled={busy} onClick={() => onAnswer(true)}>
            {t('account.password.passkeysGo')}
          </Button>
          <Button data-autofocus loading={busy} onClick={() => onAnswer(false)}>
            {t('account.password.passkeysStay')}
          </Button>
        </>
      }
    >
      <Text mb={8}>{t('account.password.passkeysText')}</Text>
      <ul aria-label={t('account.passkeys.list')}>
        {shown.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    </Sheet>
  );
}

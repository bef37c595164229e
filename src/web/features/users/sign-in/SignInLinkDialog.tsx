// "Sign-in link": creates a link with which a user chooses a password, to copy or send (LINK-7).
import { Alert, Button } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { User } from '../../../../contract/users.ts';
import { createSignInLink } from '../../../../contract/users.ts';
import { ApiError, type CallError } from '../../../api/errors.ts';
import { useWrite } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { useTellIfLeft } from '../../../ui/feedback/toast.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { hindrance, linkAddress } from './sign-in-link.ts';
import { SignInLinkHandover } from './SignInLinkHandover.tsx';
import { isNameless } from '../user-fields.ts';
import classes from '../users.module.css';

interface SignInLinkDialogProps {
  opened: boolean;
  /** As known when the dialog was opened. */
  user: User;
  /** create it without another press */
  atOnce: boolean;
  onClose: () => void;
}

export function SignInLinkDialog({ opened, user, atOnce, onClose }: SignInLinkDialogProps): JSX.Element {
  const { t } = useTexts();
  const problemOf = useLinkProblem();
  const making = useWrite(createSignInLink, {
    onError: useTellIfLeft(problemOf, { title: t('users.link.title') }),
  });
  const make = (): void => making.mutate({ input: { params: { userId: user.id } } });
  const hindered = hindrance(user);
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!atOnce || begun.current || hindered !== null) return;
    begun.current = true;
    make();
  });
  useEffect(() => begin(), []);
  const name = isNameless(user) ? t('users.link.somebody') : user.userName;
  const { access } = user;
  const purpose =
    access === 'member'
      ? t('users.link.purpose', { name })
      : t('users.link.purposeWithAccess', {
          name,
          access: t(`common.access.${access}`),
          may: t(`common.access.may.${access}`),
        });
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('users.link.title')}
      needsServer
      busy={making.isPending}
      step={making.data === undefined ? 'ask' : 'made'}
      footer={
        making.data === undefined && hindered === null ? (
          <>
            <Button variant="default" disabled={making.isPending} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button data-autofocus loading={making.isPending} onClick={make}>
              {t('users.link.make')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        )
      }
    >
      {hindered !== null ? (
        <Alert color="yellow" role="status">
          {t(`users.link.problem.${hindered}`)}
        </Alert>
      ) : making.data !== undefined ? (
        <SignInLinkHandover
          user={user}
          address={linkAddress(making.data.baseUrl ?? window.location.origin, making.data.token)}
          expiresAt={making.data.expiresAt}
        />
      ) : (
        <>
          <p className={classes['question']}>
            <bdi>{purpose}</bdi>
          </p>
          <p className={classes['small']}>{t(`users.link.before.${user.signIn}`)}</p>
        </>
      )}
      <FormProblem problem={making.error === null ? null : problemOf(making.error)} />
    </Sheet>
  );
}

/** Why no link was made. */
function useLinkProblem(): (error: CallError) => string {
  const { t } = useTexts();
  return (error) => {
    if (!(error instanceof ApiError)) return t('users.link.problem.noAnswer');
    switch (error.code) {
      case 'user-without-email':
      case 'user-inactive':
      case 'user-is-administrator':
        return t(`users.link.problem.${error.code}`);
      case 'user-not-found':
        return t('users.person.gone');
      default:
        return reasonOf(error, t);
    }
  };
}

// How a user can sign in, and ending all of it; for the administrator (SIGNIN-22).
import { Alert, Box, Button, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { type JSX, type ReactNode, useState } from 'react';
import type { Output } from '../../../../contract/operation.ts';
import { endSignIns, readSignIns, type User, setUserAccess } from '../../../../contract/users.ts';
import { queryClient, useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { instantText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { useSignInTexts } from '../../../ui/feedback/sign-in-texts.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import classes from '../users.module.css';
import { GRANTED_LEVELS } from '../../../../core/people/permission.ts';
import { refetchSession } from '../../../api/client.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { savedElsewhere } from '../../../ui/forms/FormSheet.tsx';
import { showSavedUser } from '../user-cache.ts';

type SignIns = Output<typeof readSignIns>;

export function UserSignIns({ user }: { user: User }): JSX.Element {
  const { t } = useTexts();
  const { data, isError, refetch } = useRead(readSignIns, { params: { userId: user.id } }, { keepPrevious: false });
  return (
    <Box component="section" mt={20}>
      <Title order={3} mb={8} fz="md">
        {t('users.signIns.title')}
      </Title>
      {data !== undefined ? (
        <Ways user={user} ways={data} />
      ) : isError ? (
        <Alert color="red" role="alert">
          <Text mb={8}>{t('users.signIns.failed')}</Text>
          <Button variant="default" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Alert>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={80} />
        </div>
      )}
    </Box>
  );
}

function Ways({ user, ways }: { user: User; ways: SignIns }): JSX.Element {
  const { t } = useTexts();
  const { organisation, provider } = useSession();
  const { device, sessionDays, passkeyDays } = useSignInTexts();
  const { password, passkeys, sessions, linkExpiresAt } = ways;
  const ofProvider = provider !== null && (
    <p className={classes['small']}>{t('users.signIns.provider', { provider })}</p>
  );
  if (!password && passkeys.length + sessions.length === 0 && linkExpiresAt === null) {
    return (
      <>
        <p className={classes['small']}>{t('users.signIns.none')}</p>
        {ofProvider}
      </>
    );
  }
  return (
    <>
      <dl className={classes['facts']}>
        <dt>{t('users.signIns.password')}</dt>
        <dd>{t(password ? 'users.signIns.chosen' : 'users.signIns.notChosen')}</dd>
        {linkExpiresAt !== null && (
          <>
            <dt>{t('users.signIns.link')}</dt>
            <dd>{t('users.signIns.linkOpen', { when: instantText(linkExpiresAt, organisation.timeZone) })}</dd>
          </>
        )}
        <dt>{t('users.signIns.passkeys')}</dt>
        <dd>
          <List items={passkeys.map((passkey) => [<bdi key="name">{passkey.name}</bdi>, passkeyDays(passkey)])} />
        </dd>
        <dt>{t('users.signIns.sessions')}</dt>
        <dd>
          <List items={sessions.map((session) => [device(session), sessionDays(session)])} />
        </dd>
      </dl>
      {ofProvider}
      <EndSignIns user={user} />
    </>
  );
}

/** Items, each with its days below. */
function List({ items }: { items: readonly [ReactNode, string][] }): JSX.Element {
  const { t } = useTexts();
  if (items.length === 0) return <>{t('users.signIns.nothing')}</>;
  return (
    <ul className={classes['ways']}>
      {items.map(([name, days], place) => (
        <li key={place}>
          {name}
          <Text span c="dimmed" display="block">
            {days}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function EndSignIns({ user }: { user: User }): JSX.Element {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const submission = useSubmission(endSignIns, {
    name: `common.signIns.${user.id}`,
    onSuccess: () => {
      toast.success(t('users.signIns.ended'));
      void queryClient.invalidateQueries({ queryKey: [readSignIns.id] });
    },
    onError: (error) => toast.error(t('users.signIns.endFailed', { reason: reasonOf(error, t) })),
  });
  const end = (): void => {
    const sent = submission.send({ params: { userId: user.id } });
    sent.catch(() => undefined).finally(() => setAsking(false));
  };
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setAsking(true)}>
        {t('users.signIns.end')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('users.signIns.question')}
        message={<bdi>{t('users.signIns.text', { name: user.userName })}</bdi>}
        confirmLabel={t('users.signIns.end')}
        danger
        busy={submission.sending}
        onConfirm={end}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

// What a user may do besides seeing their own record: granted and withdrawn by the administrator (ACCESS-14).

const LEVELS = ['member', ...GRANTED_LEVELS] as const;
type Level = (typeof LEVELS)[number];

export function UserAccess({ user }: { user: User }): JSX.Element {
  const { t } = useTexts();
  /** The level that was chosen, and the one that it is to replace. */
  const [choice, setChoice] = useState<{ to: Level; from: Level } | null>(null);
  const chosen = choice?.to ?? user.access;
  const submission = useSubmission(setUserAccess, {
    name: `common.access.${user.id}`,
    onSuccess: (saved) => {
      showSavedUser(saved);
      setChoice(null);
      // The session contains the names of those who act here.
      void refetchSession();
      toast.success(t('users.access.saved'));
    },
    onError: (error) => toast.error(t('users.access.failed', { reason: reasonOf(error, t) })),
  });
  const save = (): void => {
    const body = { access: chosen, shown: { access: user.access } };
    submission.send({ params: { userId: user.id }, body }).catch(() => undefined);
  };
  return (
    <Box component="section" mt={20}>
      <NativeSelect
        label={t('common.access.label')}
        description={t(`common.access.may.${chosen}`)}
        value={chosen}
        disabled={submission.sending}
        data={LEVELS.map((value) => ({ value, label: t(`common.access.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          setChoice({ to: LEVELS.find((level) => level === value) ?? 'member', from: user.access })
        }
      />
      {chosen !== user.access && (
        <>
          {choice !== null && choice.from !== user.access && !submission.sending && (
            <p className={classes['small']}>{savedElsewhere(t(`common.access.${user.access}`), t)}</p>
          )}
          <p className={classes['small']}>{t('users.access.ends')}</p>
          <Button mt="sm" {...busyButton(submission.sending)} onClick={save}>
            {t('users.access.save')}
          </Button>
        </>
      )}
    </Box>
  );
}

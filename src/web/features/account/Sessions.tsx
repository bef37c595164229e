// The person's open sessions, which can be ended one by one or all at once.
import { Box, Button, Skeleton } from '@mantine/core';
import { type JSX, useRef, useState } from 'react';
import {
  type OpenSession,
  endOwnSession,
  listOwnSessions,
  signOutEverywhere,
} from '../../../contract/sign-in/account.ts';
import { ApiError } from '../../api/call.ts';
import { act, queryClient, useAction, useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { instantText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { focusIfLost } from '../../ui/dialogs/focus.ts';
import { useSignInTexts } from '../../ui/feedback/sign-in-texts.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useSigningOut } from '../../shell/waiting/signing-out.ts';
import { NotRead, SignInRow, Small } from './account-parts.tsx';

/**
 * The live feed tells of sessions, but not a member of what another process on the same SQLite file did, which does not
 * say what that was.
 */
const REREAD_MS = 60_000;

const readAgain = () => queryClient.invalidateQueries({ queryKey: [listOwnSessions.id] });

export function Sessions(): JSX.Element {
  const { t } = useTexts();
  const { data, isError, refetch } = useRead(listOwnSessions, {}, { refetchInterval: REREAD_MS });
  const list = useRef<HTMLUListElement>(null);
  const ending = useAction<unknown, Error, string>({
    mutationFn: (sessionId) => act(endOwnSession, { params: { sessionId } }),
    onSuccess: () => toast.success(t('account.sessions.ended')),
    onError: (error) => {
      // It has already ended or expired, which is what was wanted.
      if (error instanceof ApiError && error.code === 'session-not-found') return;
      toast.error(t('account.sessions.endFailed', { reason: reasonOf(error, t) }));
    },
    onSettled: async () => {
      await readAgain();
      // The focused button has been removed with its row.
      focusIfLost(list.current);
    },
  });
  return (
    <>
      <Small>{t('account.sessions.hint')}</Small>
      {data !== undefined ? (
        <Box component="ul" ref={list} tabIndex={-1} mt={8} mb={12} aria-label={t('account.sessions.list')}>
          {data.items.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending.isPending && ending.variables === session.id}
              onEnd={() => ending.mutate(session.id)}
            />
          ))}
        </Box>
      ) : isError ? (
        <NotRead text={t('account.sessions.failed')} read={refetch} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height={56} mt={8} mb={12} />
        </div>
      )}
      <SignOutEverywhere />
    </>
  );
}

interface SessionRowProps {
  session: OpenSession;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const texts = useSignInTexts();
  const device = texts.device(session);
  const when = instantText(session.signedInAt, timeZone);
  return (
    <SignInRow
      name={
        <>
          {device}
          {session.current && <Badge tone="quiet">{t('account.sessions.current')}</Badge>}
        </>
      }
      days={texts.sessionDays(session)}
    >
      {session.current ? null : (
        <Button
          variant="default"
          loading={busy}
          onClick={onEnd}
          aria-label={t('account.sessions.endNamed', { device, when })}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </SignInRow>
  );
}

function SignOutEverywhere(): JSX.Element {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const { leave, busy } = useSigningOut(signOutEverywhere, {
    onError: (_error, reason) => toast.error(t('account.everywhere.failed', { reason })),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('account.everywhere.action')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('account.everywhere.title')}
        message={t('account.everywhere.text')}
        confirmLabel={t('account.everywhere.action')}
        busy={busy}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

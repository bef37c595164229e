// Says that fines wait on this device for a connection or a decision; and asks before signing out drops them.
import { Box, Button, Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { type JSX, Suspense, useEffect, useState } from 'react';
import type { Session } from '../../../contract/sign-in/auth.ts';
import { useSession } from '../../api/session.ts';
import { textNow, useTexts } from '../../messages/index.ts';
import { followWaiting, needsDecision, ownerOf, useWaitingFines } from '../../offline/waiting/waiting-fines.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useEver } from '../../ui/dialogs/dialog-state.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import classes from '../shell.module.css';
import { useLeaving, waitingList } from './signing-out.ts';

/** Sends the waiting fines while somebody is signed in. */
export function useWaiting(principal: Session['principal']): void {
  const owner = principal && ownerOf(principal);
  useEffect(() => {
    if (owner === null) return undefined;
    return followWaiting(owner, (count) => toast.success(textNow('shell.waiting.sent', { count })));
  }, [owner]);
}

export function WaitingBar(): JSX.Element {
  const { t } = useTexts();
  const fines = useWaitingFines();
  const [opened, setOpened] = useState(false);
  const everOpened = useEver(opened);
  const undecided = fines.filter(needsDecision).length;
  return (
    <>
      <div role="status" data-screen-only>
        {fines.length > 0 && (
          <div className={classes['banner']}>
            <IconCloudUpload size={20} aria-hidden className={classes['icon'] ?? ''} />
            <Text span flex={1} py={8} fw={500}>
              {t('shell.waiting.count', { count: fines.length })}
              {undecided > 0 && (
                <Box component="strong" fw={400} display="block">
                  {t('shell.waiting.undecided', { count: undecided })}
                </Box>
              )}
            </Text>
            <Button variant="default" onClick={() => setOpened(true)}>
              {t('shell.waiting.show')}
            </Button>
          </div>
        )}
      </div>
      <Suspense fallback={null}>
        {everOpened && <waitingList.Screen opened={opened} onClose={() => setOpened(false)} />}
      </Suspense>
      <Leaving />
    </>
  );
}

function Leaving(): JSX.Element {
  const { t } = useTexts();
  const { name } = useSession().principal ?? { name: '' };
  const { isAsked, reply } = useLeaving();
  const count = useWaitingFines().length;
  return (
    <ConfirmDialog
      key={name}
      opened={isAsked}
      title={t('shell.waiting.leaveTitle')}
      needsServer={false}
      message={t('shell.waiting.leave', { count })}
      cancelLabel={t('shell.waiting.stay')}
      confirmLabel={t('shell.waiting.leaveConfirm')}
      danger
      onConfirm={() => reply(true)}
      onClose={() => reply(false)}
    />
  );
}

// What a user may do besides seeing their own record: granted and withdrawn by the administrator (ACCESS-14).
import { Button, NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import type { User } from '../../../../contract/users.ts';
import { setUserAccess } from '../../../../contract/users.ts';
import { GRANTED_LEVELS } from '../../../../core/people/permission.ts';
import { refetchSession } from '../../../api/client.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/busy-button.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { savedElsewhere } from '../../../ui/forms/saved-elsewhere.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { showSavedUser } from '../user-cache.ts';
import classes from '../users.module.css';

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
    <section className={classes['section']}>
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
    </section>
  );
}

// What a user may do besides seeing their own record: granted and withdrawn by the administrator (ACCESS-14).
import { Button, NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import type { User } from '../../../../contract/users.ts';
import { setUserAccess } from '../../../../contract/users.ts';
import { GRANTED_LEVELS } from '../../../../core/people/permission.ts';
import { refetchSession } from '../../../api/client.ts';
import { useSubmission } from '../../../api/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/busy-button.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { showSavedUser } from '../user-cache.ts';
import classes from '../users.module.css';

const LEVELS = ['member', ...GRANTED_LEVELS] as const;

export function UserAccess({ user }: { user: User }): JSX.Element {
  const { t } = useTexts();
  const [chosen, setChosen] = useState(user.access);
  const submission = useSubmission(setUserAccess, {
    name: `common.access.${user.id}`,
    onSuccess: (saved) => {
      showSavedUser(saved);
      // The session contains the names of those who act here.
      void refetchSession();
      toast.success(t('users.access.saved'));
    },
    onError: (error) => toast.error(t('users.access.failed', { reason: reasonOf(error, t) })),
  });
  const save = (): void => {
    submission.send({ params: { userId: user.id }, body: { access: chosen } }).catch(() => undefined);
  };
  return (
    <section className={classes['section']}>
      <NativeSelect
        label={t('common.access.label')}
        description={t(`common.access.may.${chosen}`)}
        value={chosen}
        disabled={submission.sending}
        data={LEVELS.map((value) => ({ value, label: t(`common.access.${value}`) }))}
        onChange={({ currentTarget: { value } }) => setChosen(LEVELS.find((level) => level === value) ?? 'member')}
      />
      {chosen !== user.access && (
        <>
          <p className={classes['small']}>{t('users.access.ends')}</p>
          <Button mt="sm" {...busyButton(submission.sending)} onClick={save}>
            {t('users.access.save')}
          </Button>
        </>
      )}
    </section>
  );
}

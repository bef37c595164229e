// Below the list while users are ticked: puts all of them into a group.
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { type JSX, useState } from 'react';
import { setGroup } from '../../../../contract/users.ts';
import { usersNotFound } from '../../../api/call.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/translate.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useGroupOptions } from '../../../ui/people/groups.ts';
import type { Ticks } from '../UserTable.tsx';
import classes from './several.module.css';

interface GroupBarProps {
  ticks: Ticks;
  onClose: () => void;
}

export default function GroupBar({ ticks: { users, put }, onClose }: GroupBarProps): JSX.Element {
  const { t } = useTexts();
  const groups = [...useGroupOptions(''), { value: '', label: t('common.filters.noGroup') }];
  const [chosen, setChosen] = useState<string | null>(null);
  // As the field shows it: the first if the one chosen is gone.
  const group = (groups.find(({ value }) => value === chosen) ?? groups[0])?.value ?? '';
  const name = 'users.group';
  const submission = useSubmission(setGroup, {
    name,
    onSuccess: ({ changed }) => {
      toast.success(t('users.group.done', { count: changed }));
      onClose();
    },
    onError: (error) => {
      const gone = usersNotFound(error).flatMap((id) => users.get(id) ?? []);
      const names = gone.map(({ userName }) => isolated(userName)).join(', ');
      const own = gone.length === 0 ? {} : { 'user-not-found': t('users.group.gone', { count: gone.length, names }) };
      put(gone, false);
      toast.error(t('users.group.failed', { reason: reasonOf(error, t, own) }), { id: name });
    },
  });
  const send = (): void => {
    const body = { userIds: [...users.keys()], groupId: group === '' ? null : group };
    if (users.size > 0 && !submission.sending) submission.send({ body }).catch(() => undefined);
  };
  return (
    <Group
      component="form"
      aria-label={t('users.group.begin')}
      gap="8px 12px"
      px="var(--app-edge)"
      py={8}
      className={classes['bar'] ?? ''}
      data-screen-only
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Text role="status" flex="1 1 auto" fw={600}>
        {t('users.group.chosen', { count: users.size })}
      </Text>
      <NativeSelect
        aria-label={t('common.user.group')}
        data={groups}
        value={group}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Group gap={8} wrap="nowrap">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={users.size === 0} {...busyButton(submission.sending)}>
          {t('users.group.save')}
        </Button>
      </Group>
    </Group>
  );
}

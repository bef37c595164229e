// Below the list while users are ticked: puts all of them into a group.
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { type JSX, useState } from 'react';
import { setGroup } from '../../../../contract/users.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useGroupOptions } from '../../../ui/people/groups.ts';
import classes from './several.module.css';

interface GroupBarProps {
  ids: ReadonlySet<string>;
  onClose: () => void;
}

export default function GroupBar({ ids, onClose }: GroupBarProps): JSX.Element {
  const { t } = useTexts();
  const offered = useGroupOptions('');
  const [chosen, setChosen] = useState(offered[0]?.value ?? '');
  const name = 'users.group';
  const submission = useSubmission(setGroup, {
    name,
    onSuccess: ({ changed }) => {
      toast.success(t('users.group.done', { count: changed }));
      onClose();
    },
    onError: (error) => toast.error(t('users.group.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const send = (): void => {
    const body = { userIds: [...ids], groupId: chosen === '' ? null : chosen };
    if (ids.size > 0 && !submission.sending) submission.send({ body }).catch(() => undefined);
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
        {t('users.group.chosen', { count: ids.size })}
      </Text>
      <NativeSelect
        aria-label={t('common.user.group')}
        data={[...offered, { value: '', label: t('common.filters.noGroup') }]}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Group gap={8} wrap="nowrap">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={ids.size === 0} {...busyButton(submission.sending)}>
          {t('users.group.save')}
        </Button>
      </Group>
    </Group>
  );
}

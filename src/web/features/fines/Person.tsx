// Who a fine belongs to: initials and name; if the user's record is gone or has no name, the id as well.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { PersonLink, Avatar } from '../../ui/people/people.tsx';
import classes from './fines.module.css';

export function Person({ id, userName }: { id: string; userName: string }): ReactNode {
  const { t } = useTexts();
  return (
    <Group component="span" gap={8} wrap="nowrap" className={classes['person'] ?? ''}>
      <Avatar name={recordedText(userName)} size={32} />
      <span className={classes['personName']}>
        {/* In a line of the page's direction, so that a name in the other script begins where the page does. */}
        <span>
          <PersonLink userId={id} userName={userName} />
        </span>
        {userName === UNKNOWN_USER && (
          <Text span c="dimmed" fz="xs" fw={400}>
            {t('fines.table.id', { id })}
          </Text>
        )}
      </span>
    </Group>
  );
}

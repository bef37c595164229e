// The chosen users, each a button that removes the user again.
import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import classes from '../fines.module.css';
import type { PickedUser } from './draft.ts';

export function UserChips(props: {
  picked: readonly PickedUser[];
  onRemove(user: PickedUser): void;
  /** where the focus goes once the removed chip is gone */
  afterwards(): void;
}): ReactNode {
  const { t } = useTexts();
  if (props.picked.length === 0) return null;
  return (
    <ul className={classes['chips']} aria-label={t('fines.add.chosen')}>
      {props.picked.map((user) => (
        <li key={user.id}>
          <UnstyledButton
            className={classes['chip'] ?? ''}
            aria-label={t('fines.add.removeUser', { name: user.userName })}
            title={user.userEmail ?? user.id}
            onClick={() => {
              props.onRemove(user);
              props.afterwards();
            }}
          >
            <span dir="auto" className={classes['chipName']}>
              {recordedText(user.userName)}
            </span>
            {user.status === 'Inactive' && <span>({t('fines.add.inactive')})</span>}
            <IconX size={14} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

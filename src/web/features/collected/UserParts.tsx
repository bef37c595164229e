// The parts of a user's row: the name, and the actions.
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { UserSummary } from '../../../contract/overview.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { useTexts } from '../../messages/index.ts';
import { finesOf } from '../../routing/paths.ts';
import { Avatar } from '../../ui/people/Avatar.tsx';
import { PersonLink } from '../../ui/people/PersonLink.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import classes from './collected.module.css';

/** The id of the element with the paid fines. */
export const paidFinesOf = (userId: string): string => `paid-fines-${userId}`;

export function PersonName({ user }: { user: UserSummary }): JSX.Element {
  const { t } = useTexts();
  return (
    <span className={classes['person']}>
      <Avatar name={user.userName === UNKNOWN_USER ? '' : user.userName} />
      <span className={classes['personWords']}>
        <span className={classes['personName']}>
          <PersonLink userId={user.userId} userName={user.userName} />
        </span>
        <span className={classes['personId']}>{t('collected.table.id', { id: user.userId })}</span>
      </span>
    </span>
  );
}

interface UserActionsProps {
  user: UserSummary;
  opened: boolean;
  onToggle: (userId: string) => void;
}

export function UserActions({ user, opened, onToggle }: UserActionsProps): JSX.Element {
  const { t } = useTexts();
  const naming = (action: string): string =>
    t('collected.actions.of', { action, name: user.userName, id: user.userId });
  const paid = t('collected.actions.paid');
  return (
    <span className={classes['actions']}>
      <Button
        variant="default"
        aria-label={naming(paid)}
        aria-expanded={opened}
        {...(opened ? { 'aria-controls': paidFinesOf(user.userId) } : {})}
        rightSection={
          <IconChevronDown
            size={18}
            aria-hidden
            className={classes.collectedChevron ?? ''}
            data-opened={opened || undefined}
          />
        }
        onClick={() => onToggle(user.userId)}
      >
        {paid}
      </Button>
      <LinkButton to={finesOf(user.userId)} variant="subtle" aria-label={naming(t('collected.actions.open'))}>
        {t('collected.actions.open')}
      </LinkButton>
    </span>
  );
}

// A row of the checklist of users. Memoised, since each tick and each letter renders the list.
import { Checkbox, Kbd } from '@mantine/core';
import { type MouseEvent, type ReactNode, memo } from 'react';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { EmailAddress } from '../../../ui/people/people.tsx';
import classes from '../fines.module.css';
import type { PickedUser } from './draft.ts';
import type { UserOption } from '../../../ui/people/useUserOptions.ts';

export const UserRow = memo(function UserRow(props: {
  user: UserOption;
  checked: boolean;
  /** Enter ticks it */
  first: boolean;
  highlighted: boolean;
  tabStop: boolean;
  onToggle(user: PickedUser): void;
  onClick(event: MouseEvent): void;
}): ReactNode {
  const { user } = props;
  const { t } = useTexts();
  return (
    <Checkbox
      checked={props.checked}
      tabIndex={props.tabStop ? 0 : -1}
      onChange={() => props.onToggle(user)}
      onClick={props.onClick}
      classNames={{
        root: classes['userRow'] ?? '',
        body: classes['userBody'] ?? '',
        labelWrapper: classes['userLabelWrapper'] ?? '',
        label: classes['userLabel'] ?? '',
      }}
      {...(props.highlighted ? { wrapperProps: { 'data-highlighted': true } } : {})}
      label={
        <>
          <span dir="auto">{recordedText(user.userName)}</span>
          {user.status === 'Inactive' && <span className={classes['userAside']}> ({t('fines.add.inactive')})</span>}
          {props.first && !props.checked && (
            <Kbd size="xs" aria-hidden className={classes['enterKey'] ?? ''}>
              {t('fines.add.enterKey')}
            </Kbd>
          )}
          {user.userEmail !== null && (
            <span className={classes['userEmail']}>
              <EmailAddress address={user.userEmail} />
            </span>
          )}
        </>
      }
    />
  );
});

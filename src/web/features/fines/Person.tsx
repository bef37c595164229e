// Who a fine belongs to: initials and name; if the user's record is gone or has no name, the id as well.
import type { ReactNode } from 'react';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { PersonLink, Avatar } from '../../ui/people/people.tsx';
import classes from './fines.module.css';

export function Person({ id, userName }: { id: string; userName: string }): ReactNode {
  const { t } = useTexts();
  return (
    <span className={classes['person']}>
      <Avatar name={recordedText(userName)} size={32} />
      <span className={classes['personName']}>
        {/* In a line of the page's direction, so that a name in the other script begins where the page does. */}
        <span>
          <PersonLink userId={id} userName={userName} />
        </span>
        {userName === UNKNOWN_USER && <span className={classes['id']}>{t('fines.table.id', { id })}</span>}
      </span>
    </span>
  );
}

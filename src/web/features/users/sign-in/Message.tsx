// A message to a user, shown here and sent from the administrator's own phone or mail program.
import type { JSX } from 'react';
import type { User } from '../../../../contract/users.ts';
import { useTexts } from '../../../messages/index.ts';
import { isNameless } from '../user-fields.ts';
import classes from '../users.module.css';

/** The beginning of such a message. */
export function useGreeting(user: Pick<User, 'userName'>): string {
  const { t } = useTexts();
  return isNameless(user) ? t('users.greetingUnnamed') : t('users.greeting', { name: user.userName });
}

export function MessageText({ text }: { text: string }): JSX.Element {
  return (
    <blockquote className={classes['quote']} dir="auto">
      <bdi>{text}</bdi>
    </blockquote>
  );
}

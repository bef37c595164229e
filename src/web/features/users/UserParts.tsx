// The parts of a user's row: the details, of which some may be missing, and the actions.
import { Box } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { type JSX, useCallback } from 'react';
import { setUserAccess, updateUser, type User } from '../../../contract/users.ts';
import { isStaff } from '../../../core/people/permission.ts';
import { useMay, useSession } from '../../api/session.ts';
import { dayTextOf } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { personPath } from '../../routing/paths.ts';
import { PersonLink, EmailAddress } from '../../ui/people/people.tsx';
import type { RowButtons } from '../../ui/lists/table/row-parts.tsx';
import { isNameless } from './user-list.ts';
import classes from './users.module.css';

/**
 * The dialogs about a user, besides the edit form. `first-link`: already asked for by a press, and there is no earlier
 * link that it would end.
 */
export type UserAction = 'link' | 'first-link' | 'delete';

export function PersonName({ user }: { user: User }): JSX.Element {
  return (
    // What stands beside it goes to the next line before the name is broken.
    <Box component="span" display="inline-block" maw="100%" className={isNameless(user) ? classes['missing'] : ''}>
      <PersonLink userId={user.id} userName={user.userName} />
    </Box>
  );
}

/** A detail in whatever script it is written, or a muted word if an import left it out. */
export function Detail({ user, field }: { user: User; field: 'email' | 'role' | 'phone' }): JSX.Element {
  const { t } = useTexts();
  const value = { email: user.userEmail ?? '', role: user.userRole, phone: user.phone }[field];
  if (value === '') return <span className={classes['missing']}>{t(`users.missing.${field}`)}</span>;
  if (field === 'email') return <EmailAddress address={value} className={classes['wrap'] ?? ''} />;
  return <bdi className={classes[{ role: 'words', phone: 'phone' }[field]]}>{value}</bdi>;
}

/** Whether the user can sign in or was invited, and when they last signed in. */
export function SignInState({ user }: { user: User }): JSX.Element {
  const { t } = useTexts();
  const { organisation } = useSession();
  const text =
    user.lastSignIn === null
      ? t(`users.signIn.${user.signIn}`)
      : t('users.signIn.last', { day: dayTextOf(user.lastSignIn, organisation.timeZone) });
  return (
    <>
      {isStaff(user.access) && <strong className={classes['access']}>{t(`common.access.${user.access}`)}</strong>}
      <span>{text}</span>
    </>
  );
}

export type OnUserAction = (action: UserAction | 'edit', user: User) => void;

/** The buttons of a user's row. */
export function useUserButtons(onAction: OnUserAction): (user: User) => RowButtons {
  const { t } = useTexts();
  const may = useMay();
  return useCallback(
    (user) => {
      const mayUpdate = may(updateUser);
      // Only the administrator may do what would let a manager act as a colleague (ACCESS-16).
      const mayTouchAccess = mayUpdate && (!isStaff(user.access) || may(setUserAccess));
      const asking = (action: 'link' | 'delete' | 'edit') => ({
        label: t(`users.actions.${action}`),
        opensDialog: true as const,
        onClick: () => onAction(action, user),
      });
      return {
        named: (action) => t('users.rowAction', { action, name: user.userName }),
        actions: [
          {
            label: t('users.actions.view'),
            icon: <IconEye size={20} aria-hidden />,
            to: personPath(user.id),
            folds: true,
          },
          mayUpdate && { ...asking('edit'), icon: <IconPencil size={20} aria-hidden />, folds: true },
          mayTouchAccess && {
            ...asking('delete'),
            icon: <IconTrash size={20} aria-hidden />,
            danger: true,
            folds: true,
          },
        ],
        more: [mayTouchAccess && asking('link')],
      };
    },
    [t, may, onAction],
  );
}

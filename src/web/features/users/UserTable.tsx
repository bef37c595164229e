// The users of one page.
import { Text } from '@mantine/core';
import { type JSX, type ReactNode, useCallback, useMemo } from 'react';
import type { User } from '../../../contract/users.ts';
import { isStaff } from '../../../core/people/permission.ts';
import { goTo } from '../../routing/location.ts';
import { personPath } from '../../routing/paths.ts';
import { useTexts } from '../../messages/index.ts';
import { Badge, StatusBadge } from '../../ui/feedback/status.tsx';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { rowActionsColumn } from '../../ui/lists/table/row-parts.tsx';
import type { UserList } from './user-list.ts';
import { Detail, type OnUserAction, PersonName, useUserButtons } from './UserParts.tsx';
import classes from './users.module.css';

interface UserTableProps {
  onAction: OnUserAction;
  /** undefined while loading */
  list: UserList | undefined;
  /** The number of the first row, counted over all pages. */
  firstNumber: number;
  /** The rows are those of the previous page or search. */
  stale: boolean;
  /** the ids of users who were just added */
  marked: ReadonlySet<string>;
  failed: JSX.Element | undefined;
  empty: ReactNode;
}

type UserColumn = 'number' | 'name' | 'email' | 'role' | 'phone' | 'status' | 'actions';

const LAYOUT: Layout<UserColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['name', 'name', 'actions'],
      ['email', 'email', 'status'],
      ['role', 'phone', 'number'],
    ],
    widths: 'minmax(0, 1fr) fit-content(40%) max-content',
  },
};

export function UserTable({ list, firstNumber, stale, marked, failed, empty, onAction }: UserTableProps): JSX.Element {
  const { t } = useTexts();
  const buttonsOf = useUserButtons(onAction);
  const columns = useMemo<Columns<User, UserColumn>>(
    () => ({
      number: {
        label: t('users.columns.number'),
        tight: true,
        look: 'aside',
        render: (_user, index) => <span className={classes['number']}>{firstNumber + index}</span>,
      },
      name: {
        label: t('common.user.userName'),
        share: '21%',
        look: 'strong',
        isName: true,
        render: (user) => (
          <>
            <PersonName user={user} />
            {isStaff(user.access) && (
              <Text span ms={8} c="dimmed" fz="xs" fw={400}>
                {t(`common.access.${user.access}`)}
              </Text>
            )}
            {marked.has(user.id) && <Badge tone="good">{t('users.new')}</Badge>}
          </>
        ),
      },
      email: {
        label: t('common.user.userEmail'),
        share: '25%',
        look: 'aside',
        render: (user) => <Detail user={user} field="email" />,
      },
      role: {
        label: t('common.user.userRole'),
        share: '15%',
        look: 'aside',
        render: (user) => <Detail user={user} field="role" />,
      },
      phone: {
        label: t('common.user.phone'),
        look: 'aside',
        render: (user) => <Detail user={user} field="phone" />,
      },
      status: {
        label: t('common.user.status'),
        render: ({ status }) => <StatusBadge status={status} />,
      },
      actions: rowActionsColumn(t('users.columns.actions'), buttonsOf),
    }),
    [t, firstNumber, marked, buttonsOf],
  );
  const stateOf = useCallback(({ id }: User) => (marked.has(id) ? 'new' : undefined), [marked]);
  return (
    <DataTable
      label={t('users.list')}
      columns={columns}
      layout={LAYOUT}
      rows={list?.items}
      total={list?.totalItems}
      idOf={idOf}
      stale={stale}
      stateOf={stateOf}
      onOpen={openUser}
      failed={failed}
      empty={empty}
    />
  );
}

const idOf = ({ id }: User): string => id;
const openUser = ({ id }: User): void => goTo(personPath(id));

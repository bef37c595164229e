// The users of one page.
import type { JSX } from 'react';
import { useCallback, useMemo } from 'react';
import type { User } from '../../../contract/users.ts';
import { useTexts } from '../../messages/index.ts';
import { StatusBadge } from '../../ui/feedback/status.tsx';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { rowActionsColumn } from '../../ui/lists/table/row-parts.tsx';
import type { UserList } from './user-list.ts';
import { Detail, type OnUserAction, PersonName, SignInState, useUserButtons } from './UserParts.tsx';
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
  empty: JSX.Element;
}

type UserColumn = 'number' | 'name' | 'email' | 'role' | 'phone' | 'status' | 'actions';

const LAYOUT: Layout<UserColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['name', 'name', 'status'],
      ['email', 'email', 'email'],
      ['role', 'role', 'role'],
      ['phone', 'phone', 'phone'],
      ['number', 'actions', 'actions'],
    ],
    // The actions' width goes to the last but one column, so that the name has room beside the status.
    widths: 'minmax(0, 1fr) auto minmax(0, max-content)',
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
        labelled: 'beside',
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
            {marked.has(user.id) && <strong className={classes['new']}>{t('users.new')}</strong>}
          </>
        ),
      },
      email: {
        label: t('common.user.userEmail'),
        share: '13%',
        labelled: 'beside',
        render: (user) => <Detail user={user} field="email" />,
      },
      role: {
        label: t('common.user.userRole'),
        share: '8%',
        labelled: 'beside',
        render: (user) => <Detail user={user} field="role" />,
      },
      phone: {
        label: t('common.user.phone'),
        labelled: 'beside',
        render: (user) => <Detail user={user} field="phone" />,
      },
      status: {
        label: t('common.user.status'),
        // Leaves room for the day of the last sign-in on one line.
        share: '17%',
        render: (user) => (
          <div>
            <StatusBadge status={user.status} />
            <div className={classes['signIn']}>
              <SignInState user={user} />
            </div>
          </div>
        ),
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
      failed={failed}
      empty={empty}
    />
  );
}

const idOf = ({ id }: User): string => id;

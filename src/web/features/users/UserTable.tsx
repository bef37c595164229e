// The users of one page.
import { Text } from '@mantine/core';
import { type JSX, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { User } from '../../../contract/users.ts';
import { isStaff } from '../../../core/people/permission.ts';
import { goTo } from '../../routing/location.ts';
import { personPath } from '../../routing/paths.ts';
import { useTexts } from '../../messages/index.ts';
import { Badge, StatusBadge } from '../../ui/feedback/status.tsx';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { TickAllBox, TickBox } from '../../ui/lists/table/TickBox.tsx';
import { useGroupName, useGroups } from '../../ui/people/groups.ts';
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
  /** the users ticked for an action on all of them; null if nothing can be ticked now */
  ticks: Ticks | null;
}

type UserColumn = 'tick' | 'number' | 'name' | 'email' | 'role' | 'phone' | 'group' | 'status' | 'actions';

const LAYOUT: Layout<UserColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['name', 'name', 'actions'],
      ['email', 'email', 'status'],
      ['role', 'phone', 'number'],
      ['group', 'group', 'group'],
    ],
    widths: 'minmax(0, 1fr) fit-content(40%) max-content',
  },
};

const TICKING: Layout<UserColumn> = {
  ...LAYOUT,
  card: {
    lines: LAYOUT.card.lines.map((line) => ['tick', ...line]),
    widths: `max-content ${LAYOUT.card.widths}`,
  },
};

export interface Ticks {
  /** by their ids */
  users: ReadonlyMap<string, User>;
  put: (users: readonly User[], ticked: boolean) => void;
}

/**
 * The users ticked, on this page and others; null while none can be. Who is no longer on the page where they were ticked
 * is ticked no more. `place`: the page and its filters; `here`: the users on it, undefined until they are there.
 */
export function useTicks(place: string, here: readonly User[] | undefined) {
  const [kept, setKept] = useState<ReadonlyMap<string, { user: User; place: string }> | null>(null);
  useEffect(() => {
    if (here === undefined) return;
    const ids = new Set(here.map(({ id }) => id));
    setKept((before) => {
      const left = [...(before ?? [])].filter(([id, tick]) => tick.place !== place || ids.has(id));
      return left.length === (before?.size ?? 0) ? before : new Map(left);
    });
  }, [place, here]);
  const ticked = useMemo<Ticks | null>(
    () =>
      kept && {
        users: new Map([...kept].map(([id, { user }]) => [id, user])),
        put: (users, on) =>
          setKept((before) => {
            const next = new Map(before);
            for (const user of users)
              if (on) next.set(user.id, { user, place });
              else next.delete(user.id);
            return next;
          }),
      },
    [kept, place],
  );
  return { ticked, begin: () => setKept(new Map()), end: () => setKept(null) };
}

export function UserTable({
  list,
  firstNumber,
  stale,
  marked,
  failed,
  empty,
  onAction,
  ticks,
}: UserTableProps): JSX.Element {
  const { t } = useTexts();
  const buttonsOf = useUserButtons(onAction);
  const groups = useGroups();
  const groupOf = useGroupName();
  const users = list?.items;
  const columns = useMemo<Columns<User, UserColumn>>(
    () => ({
      tick: ticks !== null && {
        label: t('users.group.tickAll'),
        tight: true,
        screenOnly: true,
        head: (
          <TickAllBox
            label={t('users.group.tickAll')}
            rows={users?.length ?? 0}
            ticked={users?.filter(({ id }) => ticks.users.has(id)).length ?? 0}
            onChange={(on) => ticks.put(users ?? [], on)}
          />
        ),
        render: (user) => (
          <TickBox
            label={t('users.group.tick', { name: user.userName })}
            checked={ticks.users.has(user.id)}
            onChange={(on) => ticks.put([user], on)}
          />
        ),
      },
      number: {
        label: t('users.columns.number'),
        tight: true,
        look: 'aside',
        render: (_user, index) => <span className={classes['number']}>{firstNumber + index}</span>,
      },
      name: {
        label: t('common.user.userName'),
        share: '17%',
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
        share: '22%',
        look: 'aside',
        render: (user) => (
          <Text span fz="xs">
            <Detail user={user} field="email" />
          </Text>
        ),
      },
      role: {
        label: t('common.user.userRole'),
        share: '13%',
        look: 'aside',
        render: (user) => <Detail user={user} field="role" />,
      },
      phone: {
        label: t('common.user.phone'),
        look: 'aside',
        render: (user) => <Detail user={user} field="phone" />,
      },
      group: groups.length > 0 && {
        label: t('common.user.group'),
        look: 'aside',
        render: ({ groupId }) => groupId !== null && <bdi>{groupOf(groupId)}</bdi>,
      },
      status: {
        label: t('common.user.status'),
        render: ({ status }) => <StatusBadge status={status} />,
      },
      actions: rowActionsColumn(t('users.columns.actions'), buttonsOf),
    }),
    [t, firstNumber, marked, buttonsOf, groups, groupOf, users, ticks],
  );
  const stateOf = useCallback(({ id }: User) => (marked.has(id) ? 'new' : undefined), [marked]);
  return (
    <DataTable
      label={t('users.list')}
      columns={columns}
      layout={ticks === null ? LAYOUT : TICKING}
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

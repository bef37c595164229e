// The users of one page: a table where there is room, cards on phones and tablets.
import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { memo } from 'react';
import type { User } from '../../../contract/users.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { useNarrow } from '../../ui/layout/useNarrow.ts';
import type { UserActions } from './UserParts.tsx';
import { ActionButtons, Detail, PersonName, SignInState, UserFacts } from './UserParts.tsx';
import classes from './users.module.css';

interface UserTableProps extends UserActions {
  users: readonly User[];
  /** The number of the first row, counted over all pages. */
  firstNumber: number;
  /** The rows belong to the former page or search. */
  stale: boolean;
}

/** Below this width, in pixels, the table scrolls inside its own frame. */
const TABLE_WIDTH = 900;

/** Seven columns need more room, in pixels, than a tablet has beside the sidebar. */
const ROOM_NEEDED = 886;

export function UserTable(props: UserTableProps): JSX.Element {
  const { frame, narrow } = useNarrow(ROOM_NEEDED);
  return <div ref={frame}>{narrow ? <CardList {...props} /> : <WideTable {...props} />}</div>;
}

function WideTable({ users, firstNumber, stale, ...actions }: UserTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Card className={classes['frame'] ?? ''} data-stale={stale || undefined} aria-busy={stale}>
      <Table.ScrollContainer minWidth={TABLE_WIDTH} type="native">
        <Table aria-label={t('users.list')} verticalSpacing={6} horizontalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes['number'] ?? ''}>{t('users.columns.number')}</Table.Th>
              <Table.Th>{t('users.columns.name')}</Table.Th>
              <Table.Th className={classes['emailHead'] ?? ''}>{t('users.columns.email')}</Table.Th>
              <Table.Th>{t('users.columns.role')}</Table.Th>
              <Table.Th>{t('users.columns.phone')}</Table.Th>
              <Table.Th>{t('users.columns.status')}</Table.Th>
              <Table.Th className={classes['actionsHead'] ?? ''} data-screen-only>
                {t('users.columns.actions')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user, index) => (
              <Row key={user.id} user={user} number={firstNumber + index} {...actions} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

interface OneProps extends UserActions {
  user: User;
  number: number;
}

/** Drawn anew only when it changes, not while another search is on its way. */
const Row = memo(function Row({ user, number, ...actions }: OneProps): JSX.Element {
  return (
    <Table.Tr>
      <Table.Td className={classes['number'] ?? ''}>{number}</Table.Td>
      <Table.Th scope="row">
        <PersonName user={user} />
      </Table.Th>
      <Table.Td>
        <Detail user={user} field="email" />
      </Table.Td>
      <Table.Td>
        <Detail user={user} field="role" />
      </Table.Td>
      <Table.Td>
        <Detail user={user} field="phone" />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={user.status} />
        <div className={classes['signIn']}>
          <SignInState user={user} />
        </div>
      </Table.Td>
      <Table.Td className={classes['actionsCell'] ?? ''} data-screen-only>
        <ActionButtons user={user} {...actions} />
      </Table.Td>
    </Table.Tr>
  );
});

function CardList({ users, firstNumber, stale, ...actions }: UserTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <ol className={classes['cards']} aria-label={t('users.list')} aria-busy={stale} data-stale={stale || undefined}>
      {users.map((user, index) => (
        <UserCard key={user.id} user={user} number={firstNumber + index} {...actions} />
      ))}
    </ol>
  );
}

const UserCard = memo(function UserCard({ user, number, ...actions }: OneProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Card component="li" className={classes['card'] ?? ''}>
      <div className={classes['cardHead']}>
        <PersonName user={user} />
        <StatusBadge status={user.status} />
      </div>
      <dl className={classes['facts']}>
        <UserFacts user={user} />
      </dl>
      <div className={classes['cardFoot']}>
        <span className={classes['small']}>
          {t('users.columns.number')}
          {number}
        </span>
        <ActionButtons user={user} {...actions} />
      </div>
    </Card>
  );
});

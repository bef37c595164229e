// One page of users as a table; clicking a column header sorts by it, and clicking again reverses the order.
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { JSX } from 'react';
import { Fragment, useId } from 'react';
import type { UserSummary } from '../../../contract/overview.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Money } from '../../ui/money/Money.tsx';
import type { ListView } from '../../ui/lists/paging/useListView.ts';
import classes from './collected.module.css';
import { PaidFines } from './PaidFines.tsx';
import type { CollectedSort } from './useCollected.ts';
import { COLLECTED_SORTS } from './useCollected.ts';
import type { CollectedRows } from './UserParts.tsx';
import { PersonName, RowActions } from './UserParts.tsx';

export function CollectedTable({ users, stale, view, open, onToggle }: CollectedRows): JSX.Element {
  const { t } = useTexts();
  return (
    <Card className={classes['frame'] ?? ''} data-stale={stale || undefined} aria-busy={stale}>
      <table aria-label={t('collected.table.label')} className={classes['table']}>
        <thead>
          <tr>
            {COLLECTED_SORTS.map((sort) => (
              <SortableHead key={sort} sort={sort} view={view} />
            ))}
            <th scope="col" className={classes['actionsCell']} data-screen-only>
              {t('collected.table.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRows key={user.userId} user={user} opened={open.has(user.userId)} onToggle={onToggle} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SortableHead({ sort, view }: { sort: CollectedSort; view: ListView<CollectedSort> }): JSX.Element {
  const { t } = useTexts();
  const active = view.sort === sort;
  const Icon = !active ? IconSelector : view.order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      {...(active ? { 'aria-sort': view.order } : {})}
      className={classes[sort === 'name' ? 'nameHead' : 'figureCell']}
    >
      <UnstyledButton
        className={classes['sortHead'] ?? ''}
        data-active={active || undefined}
        onClick={() => view.sortBy(sort)}
      >
        {t(sort === 'name' ? 'collected.table.user' : `collected.table.${sort}`)}
        <Icon size={16} stroke={2} aria-hidden />
      </UnstyledButton>
    </th>
  );
}

interface UserRowsProps {
  user: UserSummary;
  opened: boolean;
  onToggle: (userId: string) => void;
}

function UserRows({ user, opened, onToggle }: UserRowsProps): JSX.Element {
  const id = useId();
  const { summary } = user;
  return (
    <Fragment>
      <tr data-opened={opened || undefined}>
        <th scope="row" className={classes['nameCell']}>
          <PersonName user={user} />
        </th>
        <td className={classes['figureCell']}>
          <Money rupees={summary.totalFine} format="whole" />
        </td>
        <td className={classes['figureCell']}>
          <Money rupees={summary.pendingFine} format="whole" />
        </td>
        <td className={classes['figureCell']} data-strong>
          <Money rupees={summary.paidAmount} format="whole" />
        </td>
        <td className={classes['figureCell']}>{summary.paidCount}</td>
        <td className={classes['actionsCell']} data-screen-only>
          <RowActions user={user} opened={opened} controls={id} onToggle={onToggle} />
        </td>
      </tr>
      {opened ? (
        <tr>
          <td id={id} colSpan={6} className={classes['detailCell']}>
            <PaidFines user={user} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

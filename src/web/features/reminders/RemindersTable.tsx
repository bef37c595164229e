// The members who owe something, with those who have not paid for longest first.
import { Text } from '@mantine/core';
import { type JSX, type ReactNode, useMemo } from 'react';
import { type OwingMember, remind, type Reminders } from '../../../contract/money/reminders.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';
import { useMay } from '../../api/session.ts';
import { goTo } from '../../routing/location.ts';
import { personPath } from '../../routing/paths.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { rowActionsColumn } from '../../ui/lists/table/row-parts.tsx';
import { Money } from '../../ui/money/money.tsx';
import { PersonLink } from '../../ui/people/people.tsx';
import { reminderButtons, Credit, LastWords } from './Channels.tsx';
import classes from './reminders.module.css';

interface RemindersTableProps {
  list: Reminders | undefined;
  stale: boolean;
  empty: ReactNode;
  failed: JSX.Element | undefined;
  onRemind: (member: OwingMember, channel: ReminderChannel) => void;
  onPromise: (member: OwingMember) => void;
}

type Column = 'name' | 'owed' | 'overdue' | 'since' | 'said' | 'actions';

const LAYOUT: Layout<Column> = {
  room: 'medium',
  card: {
    lines: [
      ['name', 'name', 'owed'],
      ['since', 'since', 'since'],
      ['overdue', 'overdue', 'overdue'],
      ['said', 'actions', 'actions'],
    ],
    // The buttons stand beside each other, and a name has the room that the amount leaves.
    widths: 'minmax(0, 1fr) max-content fit-content(57%)',
  },
};

export function RemindersTable(props: RemindersTableProps): JSX.Element {
  const { list, stale, empty, failed, onRemind, onPromise } = props;
  const { t } = useTexts();
  const mayRemind = useMay()(remind);
  const columns = useMemo<Columns<OwingMember, Column>>(
    () => ({
      name: {
        label: t('reminders.column.name'),
        share: '18%',
        look: 'strong',
        isName: true,
        render: ({ userId, userName, status }) => (
          <>
            <PersonLink userId={userId} userName={userName} />
            {status === 'Inactive' && (
              <Text span ms={8} c="dimmed" fz="xs" fw={400}>
                {t('common.status.Inactive')}
              </Text>
            )}
          </>
        ),
      },
      owed: {
        label: t('reminders.column.owed'),
        align: 'end',
        look: 'strong',
        render: ({ pendingFine, credit }) => (
          <>
            <Money paisa={pendingFine} format="rs" />
            {credit > 0 && (
              <div>
                <Credit credit={credit} />
              </div>
            )}
          </>
        ),
      },
      overdue: {
        label: t('reminders.cards.overdue'),
        align: 'end',
        labelled: 'beside',
        render: ({ overdue }) =>
          overdue > 0 && (
            <span className={classes['late']}>
              <Money paisa={overdue} format="rs" />
            </span>
          ),
      },
      since: {
        label: t('reminders.column.since'),
        labelled: 'beside',
        look: 'aside',
        render: ({ unpaidSince }) => <time dateTime={unpaidSince}>{dayText(unpaidSince)}</time>,
      },
      said: {
        label: t('reminders.column.said'),
        share: '30%',
        look: 'aside',
        render: (member) => <LastWords member={member} short />,
      },
      actions:
        mayRemind &&
        rowActionsColumn(t('reminders.column.actions'), (member) =>
          reminderButtons(t, { member, onRemind, onPromise }),
        ),
    }),
    [t, mayRemind, onRemind, onPromise],
  );
  return (
    <DataTable
      label={t('reminders.list')}
      columns={columns}
      layout={LAYOUT}
      rows={list?.items}
      total={list?.totalItems}
      idOf={idOf}
      onOpen={openPerson}
      stale={stale}
      empty={empty}
      failed={failed}
    />
  );
}

const idOf = ({ userId }: OwingMember): string => userId;
const openPerson = ({ userId }: OwingMember): void => goTo(personPath(userId));

// The members who owe something, with those who have not paid for longest first.
import { type JSX, useMemo } from 'react';
import { type OwingMember, remind, type Reminders } from '../../../contract/money/reminders.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';
import { useMay } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { rowActionsColumn } from '../../ui/lists/table/row-parts.tsx';
import { Money } from '../../ui/money/money.tsx';
import { PersonLink } from '../../ui/people/people.tsx';
import { reminderButtons, Credit, InactiveBadge, LastWords, Late } from './Channels.tsx';

interface RemindersTableProps {
  list: Reminders | undefined;
  stale: boolean;
  empty: JSX.Element;
  failed: JSX.Element | undefined;
  onRemind: (member: OwingMember, channel: ReminderChannel) => void;
  onPromise: (member: OwingMember) => void;
}

type Column = 'name' | 'owed' | 'since' | 'said' | 'actions';

const LAYOUT: Layout<Column> = {
  room: 'medium',
  card: {
    lines: [
      ['name', 'owed'],
      ['since', 'since'],
      ['said', 'said'],
      ['actions', 'actions'],
    ],
    // Leaves a long name room beside the widest amount.
    widths: 'minmax(0, 1fr) fit-content(57%)',
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
        share: '24%',
        look: 'strong',
        isName: true,
        render: ({ userId, userName, status }) => (
          <>
            <PersonLink userId={userId} userName={userName} />
            <InactiveBadge status={status} />
          </>
        ),
      },
      owed: {
        label: t('reminders.column.owed'),
        align: 'end',
        look: 'strong',
        render: ({ pendingFine, overdue, credit }) => (
          <>
            <Money paisa={pendingFine} format="rs" />
            <Late pendingFine={pendingFine} overdue={overdue} />
            <Credit credit={credit} />
          </>
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
        share: '26%',
        look: 'aside',
        render: (member) => <LastWords member={member} />,
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
      stale={stale}
      empty={empty}
      failed={failed}
    />
  );
}

const idOf = ({ userId }: OwingMember): string => userId;

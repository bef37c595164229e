// The events of one page.
import { IconCalendarEvent, IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import { type JSX, type ReactNode, useMemo, useState } from 'react';
import { type Event, updateEvent } from '../../../contract/events.ts';
import { eventStatus } from '../../../core/event-status.ts';
import { useMay, useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { StatusBadge } from '../../ui/feedback/status.tsx';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { rowActionsColumn } from '../../ui/lists/table/row-parts.tsx';
import { Money } from '../../ui/money/money.tsx';
import { type EventList, cutText } from './event-list.ts';
import { UnstyledButton } from '@mantine/core';
import classes from './events.module.css';

interface EventTableProps {
  /** undefined while it is loading */
  list: EventList | undefined;
  /** The rows are still those of the previous page. */
  stale: boolean;
  failed: JSX.Element | undefined;
  empty: ReactNode;
  onAction: (action: 'edit' | 'delete', event: Event) => void;
}

type EventColumn = 'event' | 'description' | 'date' | 'location' | 'amount' | 'status' | 'actions';

const LAYOUT: Layout<EventColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['event', 'event', 'status'],
      ['description', 'description', 'description'],
      ['date', 'location', 'location'],
      ['amount', 'amount', 'actions'],
    ],
    widths: 'fit-content(50%) minmax(0, 1fr) max-content',
  },
};

export function EventTable({ list, stale, failed, empty, onAction }: EventTableProps): JSX.Element {
  const { t } = useTexts();
  // Deleting needs the same access.
  const mayChange = useMay()(updateEvent);
  const columns = useMemo<Columns<Event, EventColumn>>(
    () => ({
      event: {
        label: t('events.columns.event'),
        share: '18%',
        look: 'strong',
        isName: true,
        render: ({ title }) => <bdi>{title}</bdi>,
      },
      description: {
        label: t('events.columns.description'),
        share: '38%',
        look: 'aside',
        render: (event) => <Description event={event} />,
      },
      date: {
        label: t('events.columns.date'),
        sign: <IconCalendarEvent size={18} stroke={1.7} aria-hidden />,
        render: ({ date }) => dayText(date),
      },
      location: {
        label: t('events.columns.location'),
        share: '13%',
        sign: <IconMapPin size={18} stroke={1.7} aria-hidden />,
        render: ({ location }) => <bdi>{location}</bdi>,
      },
      amount: {
        label: t('events.columns.amount'),
        align: 'end',
        look: 'strong',
        render: ({ amount }) => <Money paisa={amount} format="rs" />,
      },
      status: { label: t('events.columns.status'), render: (event) => <Status event={event} /> },
      actions: rowActionsColumn(t('events.columns.actions'), (event) => ({
        named: (action) => t('events.rowAction', { action, title: event.title, date: dayText(event.date) }),
        actions: [
          mayChange && {
            label: t('events.actions.edit'),
            icon: <IconPencil size={20} aria-hidden />,
            opensDialog: true,
            onClick: () => onAction('edit', event),
          },
          mayChange && {
            label: t('events.actions.delete'),
            icon: <IconTrash size={20} aria-hidden />,
            danger: true,
            opensDialog: true,
            onClick: () => onAction('delete', event),
          },
        ],
      })),
    }),
    [t, mayChange, onAction],
  );
  return (
    <DataTable
      label={t('events.list')}
      columns={columns}
      layout={LAYOUT}
      rows={list?.items}
      total={list?.totalItems}
      idOf={idOf}
      stale={stale}
      failed={failed}
      empty={empty}
      placeholders={6}
    />
  );
}

const idOf = ({ id }: Event): string => id;

/** By the organisation's current day, so that a page left open past midnight stays right. */
function Status({ event }: { event: Event }): JSX.Element {
  const { today } = useSession().organisation;
  return <StatusBadge status={eventStatus(event.date, today)} />;
}

// An event's description, cut after 50 characters (EVENT-3); a button shows all of it.

function Description({ event }: { event: Event }): JSX.Element {
  const { t } = useTexts();
  const [whole, setWhole] = useState(false);
  const { shown, cut } = cutText(event.description);
  if (!cut) return <bdi className={classes['description']}>{event.description}</bdi>;
  const action = t(whole ? 'events.less' : 'events.more');
  return (
    <>
      <bdi className={classes['description']}>{whole ? event.description : shown}</bdi>{' '}
      <UnstyledButton
        className={classes['more'] ?? ''}
        aria-expanded={whole}
        aria-label={t('events.about', { action, title: event.title })}
        onClick={() => setWhole(!whole)}
      >
        {action}
      </UnstyledButton>
    </>
  );
}

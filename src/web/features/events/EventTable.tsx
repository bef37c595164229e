// The events of one page: a table where there is room, cards on phones and tablets.
import { IconCalendarEvent, IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Event } from '../../../contract/events.ts';
import { eventStatus } from '../../../core/event-status.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { IconAction } from '../../ui/controls/IconAction.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { useNarrow } from '../../ui/layout/useNarrow.ts';
import { Description } from './Description.tsx';
import classes from './event-rows.module.css';
import { updateEvent } from '../../../contract/events.ts';
import { useMay } from '../../api/permission.ts';

interface EventActions {
  onAction: (action: 'edit' | 'delete', event: Event) => void;
}

interface EventTableProps extends EventActions {
  events: readonly Event[];
  /** The rows belong to the former page. */
  stale: boolean;
}

/** Seven columns need more room, in pixels, than a tablet has beside the sidebar. */
const ROOM_NEEDED = 786;

export function EventTable(props: EventTableProps): JSX.Element {
  const { frame, narrow } = useNarrow(ROOM_NEEDED);
  return <div ref={frame}>{narrow ? <CardList {...props} /> : <WideTable {...props} />}</div>;
}

function WideTable({ events, stale, ...actions }: EventTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <table aria-label={t('events.list')} aria-busy={stale} data-stale={stale || undefined} className={classes['table']}>
      <thead>
        <tr>
          <th scope="col" className={classes['title']}>
            {t('events.columns.event')}
          </th>
          <th scope="col" className={classes['description']}>
            {t('events.columns.description')}
          </th>
          <th scope="col">{t('events.columns.date')}</th>
          <th scope="col" className={classes['location']}>
            {t('events.columns.location')}
          </th>
          <th scope="col" className={classes['amount']}>
            {t('events.columns.amount')}
          </th>
          <th scope="col">{t('events.columns.status')}</th>
          <th scope="col" className={classes['actions']} data-screen-only>
            {t('events.columns.actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <th scope="row" className={classes['title']}>
              <bdi>{event.title}</bdi>
            </th>
            <td className={classes['description']}>
              <Description event={event} />
            </td>
            <td className={classes['date']}>{dayText(event.date)}</td>
            <td className={classes['location']}>
              <bdi>{event.location}</bdi>
            </td>
            <td className={classes['amount']}>
              <Money rupees={event.amount} format="rs" />
            </td>
            <td>
              <Status event={event} />
            </td>
            <td className={classes['actions']} data-screen-only>
              <ActionButtons event={event} {...actions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CardList({ events, stale, ...actions }: EventTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <ul aria-label={t('events.list')} aria-busy={stale} data-stale={stale || undefined} className={classes['cardList']}>
      {events.map((event) => (
        <li key={event.id} className={classes['eventCard']}>
          <div className={classes['eventCardHead']}>
            <h3 className={classes['eventCardTitle']}>
              <bdi>{event.title}</bdi>
            </h3>
            <Status event={event} />
          </div>
          <div className={classes['eventCardText']}>
            <Description event={event} />
          </div>
          <dl className={classes['facts']}>
            <div>
              <dt>
                <IconCalendarEvent size={18} stroke={1.7} aria-hidden />
                <span className={classes['unseen']}>{t('events.columns.date')}</span>
              </dt>
              <dd>{dayText(event.date)}</dd>
            </div>
            <div>
              <dt>
                <IconMapPin size={18} stroke={1.7} aria-hidden />
                <span className={classes['unseen']}>{t('events.columns.location')}</span>
              </dt>
              <dd>
                <bdi>{event.location}</bdi>
              </dd>
            </div>
          </dl>
          <div className={classes['eventCardFoot']}>
            <strong className={classes['eventCardAmount']}>
              <span className={classes['unseen']}>{t('events.columns.amount')} </span>
              <Money rupees={event.amount} format="rs" />
            </strong>
            <ActionButtons event={event} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** By the organisation's day as it is now: a page left open past midnight goes on being right. */
function Status({ event }: { event: Event }): JSX.Element {
  const { today } = useSession().organisation;
  return <StatusBadge status={eventStatus(event.date, today)} />;
}

function ActionButtons({ event, onAction }: EventActions & { event: Event }): JSX.Element {
  const { t } = useTexts();
  const may = useMay();
  if (!may(updateEvent)) return <></>;
  const naming = (action: string): { label: string; accessibleLabel: string } => ({
    label: action,
    accessibleLabel: t('events.rowAction', { action, title: event.title }),
  });
  return (
    <div className={classes['rowActions']}>
      <IconAction
        {...naming(t('events.actions.edit'))}
        icon={<IconPencil size={20} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => onAction('edit', event)}
      />
      <IconAction
        {...naming(t('events.actions.delete'))}
        icon={<IconTrash size={20} aria-hidden />}
        color="red"
        aria-haspopup="dialog"
        onClick={() => onAction('delete', event)}
      />
    </div>
  );
}

// Events (/events): what the collected money is spent on, and what is left of it.
import { Button } from '@mantine/core';
import { IconCalendarOff, IconCloudOff, IconPlus } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useRef } from 'react';
import { exportEvents } from '../../../contract/exports.ts';
import type { Event } from '../../../contract/events.ts';
import { deleteEvent } from '../../../contract/events.ts';
import { useDeletion } from '../../api/deletion.ts';
import { ApiError } from '../../api/errors.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { FOCUS_AFTER_DELETION } from '../../ui/dialogs/focus.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useRecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { EventCards } from './EventCards.tsx';
import { EventDialogs } from './EventDialogs.tsx';
import { EventTable } from './EventTable.tsx';
import classes from './events.module.css';
import { useEventFailure } from './useEventFailure.ts';
import { useEventList } from './useEventList.ts';
import { addEvent } from '../../../contract/events.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';

export default function EventsScreen(): JSX.Element {
  const { t } = useTexts();
  const onFailed = useEventFailure();
  const dialog = useRecordDialog<Event, 'delete'>('events');
  /** The amounts shown when asked, by id. */
  const asked = useRef(new Map<string, number>());
  const deletion = useDeletion(deleteEvent, {
    inputOf: (eventId) => {
      const amount = asked.current.get(eventId);
      return { params: { eventId }, query: amount === undefined ? {} : { amount } };
    },
    onDeleted: () => {
      toast.success(t('events.done.deleted'), { title: t('events.done.deletedTitle') });
      view.setPage(1);
    },
    onFailed: (error) => {
      onFailed('delete', error);
      // The contract says that the event comes with this code, so the person is asked about its current state.
      if (error instanceof ApiError && error.code === 'event-changed') dialog.open('delete', error.details as Event);
    },
  });
  const view = useEventList(deletion.deleting);
  const { list, firstNumber } = view;
  const top = useRef<HTMLDivElement>(null);

  const failed = view.failed ? (
    <EmptyState
      icon={<IconCloudOff />}
      title={t('events.failed.load')}
      action={
        <Button variant="default" loading={view.retrying} onClick={view.retry}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  ) : undefined;
  const empty = (
    <EmptyState
      icon={<IconCalendarOff />}
      title={t('events.empty')}
      action={
        <Allowed to={addEvent}>
          <Button variant="default" onClick={dialog.add}>
            {t('events.addFirst')}
          </Button>
        </Allowed>
      }
    />
  );

  return (
    <Screen>
      <PageHeader
        title={t('events.title')}
        subtitle={t('events.subtitle')}
        actions={
          <Allowed to={addEvent}>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.add}>
              {t('events.add')}
            </Button>
          </Allowed>
        }
      />
      <EventCards list={list} failed={view.failed} />
      <Card ref={top} className={classes['panel'] ?? ''}>
        <EventTable list={list} stale={view.isStale} failed={failed} empty={empty} onAction={dialog.open} />
      </Card>
      <div className={classes['foot']}>
        <p role="status" {...FOCUS_AFTER_DELETION} className={classes['count']}>
          {list === undefined
            ? ''
            : list.items.length === 0
              ? t('events.footerNone')
              : t('events.footer', {
                  from: firstNumber,
                  to: firstNumber + list.items.length - 1,
                  count: list.totalItems,
                })}
        </p>
        <ExportButton of={exportEvents} input={{}} />
        <Pager page={view.page} pages={view.pages} onChange={view.setPage} top={top} label={t('events.pages')} />
      </div>
      <EventDialogs
        key={dialog.opening}
        dialog={dialog}
        events={list?.items ?? []}
        balance={list?.totals.availableBalance ?? null}
        onAdded={view.showRow}
        onDelete={({ id, amount }) => {
          asked.current.set(id, amount);
          deletion.remove(id);
        }}
      />
    </Screen>
  );
}

// Events (/events): what the collected money is spent on, and what is left of it.
import { Button } from '@mantine/core';
import { IconCalendarOff, IconPlus } from '@tabler/icons-react';
import { type JSX, useRef, useMemo } from 'react';
import { exportEvents } from '../../../contract/exports.ts';
import { type Event, deleteEvent, addEvent, listEvents } from '../../../contract/events.ts';
import { useDeletion } from '../../api/deletion.ts';
import { ApiError } from '../../api/call.ts';
import { useTexts } from '../../messages/index.ts';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { ListPanel } from '../../ui/lists/ListPanel.tsx';
import { useExport } from '../../ui/lists/list-tools.tsx';
import { useLastPage, useListFailure } from '../../ui/lists/paging/paging.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useRecordDialog } from '../../ui/dialogs/dialog-state.ts';
import { EventDialogs } from './EventDialogs.tsx';
import { EventTable } from './EventTable.tsx';
import { useEventFailure } from './useEventFailure.ts';
import { Allowed } from '../../ui/controls/buttons.tsx';
import { useRead } from '../../api/hooks.ts';
import { PATHS } from '../../routing/paths.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { at, PAGE, stateFormat } from '../../ui/lists/paging/list-state.ts';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { withoutEvents, type EventList } from './event-list.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/money.tsx';

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

  return (
    <Screen>
      <PageHeader
        title={t('events.title')}
        actions={
          <Allowed to={addEvent}>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.add}>
              {t('events.add')}
            </Button>
          </Allowed>
        }
      />
      {!(list?.totalItems === 0 && list.totals.collectedAmount === 0) && (
        <EventCards list={list} failed={view.failure.nothing} />
      )}
      <ListPanel
        label={t('events.list')}
        view={view}
        menu={[useExport(exportEvents, {})]}
        total={list?.totalItems}
        failure={view.failure}
        message={t('events.failed.load')}
        said
        empty={
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
        }
        sums={
          list === undefined
            ? ''
            : list.items.length === 0
              ? t('events.footerNone')
              : t('events.footer', {
                  from: firstNumber,
                  to: firstNumber + list.items.length - 1,
                  count: list.totalItems,
                })
        }
        pages={{ label: t('events.pages'), page: view.page, pages: view.pages, onChange: view.setPage }}
      >
        {(instead) => <EventTable {...instead} list={list} stale={view.isStale} onAction={dialog.open} />}
      </ListPanel>
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

// The page of events on screen: the server's list without events being deleted, and what to say if reading fails.

/** Rows on a page: a screenful or two. */
const EVENTS_PAGE_SIZE = 20;

const FORMAT = stateFormat({ path: at(PATHS.events), filters: {}, others: { page: PAGE } });

/** `deleting`: the ids to leave out (api/deletion.ts). */
function useEventList(deleting: ReadonlySet<string>) {
  const { t } = useTexts();
  const view = useListView(FORMAT);
  const { page, setPage } = view;
  const query = useRead(listEvents, { query: { page, pageSize: EVENTS_PAGE_SIZE } });
  const { data, isPlaceholderData } = query;
  const list = useMemo(() => data && withoutEvents(data, deleting), [data, deleting]);
  const pages = list === undefined ? 1 : pageCount(list.totalItems, EVENTS_PAGE_SIZE);

  useLastPage(page, list === undefined || isPlaceholderData ? undefined : pages, setPage);

  useListFailure({ query, sentence: t('events.failed.load'), id: 'events-load' });

  return {
    ...view,
    list,
    pages,
    /** Turns to the page with the row at this position; to the first page if an older stored answer does not say. */
    showRow: (position: number | undefined = 0) => setPage(Math.floor(position / EVENTS_PAGE_SIZE) + 1),
    /** The number of the first row, counted over all pages. */
    firstNumber: list === undefined ? 1 : (list.page - 1) * EVENTS_PAGE_SIZE + 1,
    /** Rows of the previous page are still shown while the answer is on its way. */
    isStale: isPlaceholderData,
    failure: useLoadFailure(query),
  };
}

// The three cards above the table: what was collected, what the events used of it, what is left.

/** The list is undefined while it is loading, or after loading has `failed`. */
function EventCards({ list, failed }: { list: EventList | undefined; failed: boolean }): JSX.Element {
  const { t } = useTexts();
  const totals = list?.totals;
  const overspent = totals !== undefined && totals.availableBalance < 0;
  const planned = list?.planned ?? 0;
  const cards = [
    { key: 'collected', paisa: totals?.collectedAmount, note: t('events.cards.collectedNote') },
    {
      key: 'used',
      paisa: totals?.usedAmount,
      note: t(planned > 0 ? 'events.cards.plannedNote' : 'events.cards.usedNote', {
        count: list?.totalItems ?? 0,
        amount: moneyText(planned, 'rs'),
      }),
    },
    {
      key: 'balance',
      paisa: totals?.availableBalance,
      note:
        totals !== undefined && totals.creditHeld > 0
          ? t('events.cards.creditNote', { amount: moneyText(totals.creditHeld, 'rs') })
          : t(
              overspent
                ? 'events.cards.overspent'
                : planned > 0
                  ? 'events.cards.plannedBalanceNote'
                  : 'events.cards.balanceNote',
            ),
    },
  ] as const;
  return (
    <FigureCards
      label={t('events.cards.label')}
      failed={failed}
      small
      noteLines={2}
      cards={cards.map(({ key, paisa, note }) => ({
        key,
        title: t(`events.cards.${key}`),
        to: key === 'collected' ? PATHS.collected : undefined,
        figure: paisa === undefined ? undefined : moneyText(paisa, 'rs'),
        negative: (paisa ?? 0) < 0,
        note: paisa === undefined ? null : note,
      }))}
    />
  );
}

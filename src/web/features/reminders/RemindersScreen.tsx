// Reminders (REMIND-1): who owes something, longest unpaid first, and one press to remind each.
import { Button, NativeSelect } from '@mantine/core';
import { IconBell, IconCashOff, IconSearchOff } from '@tabler/icons-react';
import { type JSX, useCallback, useRef, useState } from 'react';
import { exportReminders } from '../../../contract/exports.ts';
import {
  listReminders,
  type OwingMember,
  remind as remindOperation,
  type Reminders,
} from '../../../contract/money/reminders.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { Allowed, TextLink } from '../../ui/controls/buttons.tsx';
import { useLast, useOpening } from '../../ui/dialogs/dialog-state.ts';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../ui/feedback/LoadFailure.tsx';
import { Card, PageHeader, Screen } from '../../ui/layout/page.tsx';
import { ExportButton } from '../../ui/lists/list-tools.tsx';
import { Pager, useShownPage } from '../../ui/lists/paging/paging.tsx';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { SearchBox } from '../../ui/lists/SearchBox.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import { NextReminders } from './next/NextReminders.tsx';
import { PromiseDialog } from './PromiseDialog.tsx';
import { listFilter, type Place, QUIET_DAYS, REMINDERS_FORMAT, SHOWN } from './reminders-place.ts';
import classes from './reminders.module.css';
import { RemindersTable } from './RemindersTable.tsx';
import { RemindersTabs } from './RemindersTabs.tsx';
import { PATHS } from '../../routing/paths.ts';
import { useReminding, type Reminding } from './reminding.ts';
import { PrintedFilters } from '../../ui/lists/filters/filters.tsx';
import { formatCount } from '../../../core/text/count.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { ChannelButtons, MemberFacts } from './Channels.tsx';

export default function RemindersScreen(): JSX.Element {
  const { t } = useTexts();
  const [place, change] = useAddressState(REMINDERS_FORMAT);
  const narrow = (filter: Partial<Place>, how?: 'typing'): void =>
    change((now) => ({ ...now, ...filter, page: 1 }), how ?? 'replace');
  const setPage = useCallback((page: number) => change((now) => ({ ...now, page })), [change]);
  const { list, pages, stale, failure } = useShownPage(
    { page: place.page, setPage },
    useRead(listReminders, { query: { ...listFilter(place), page: place.page } }),
  );
  const top = useRef<HTMLDivElement>(null);
  const reminding = useReminding();
  const { remind } = reminding;
  const onRemind = (member: OwingMember, channel: ReminderChannel): void => void remind(member, channel);
  const [promising, setPromising] = useState<OwingMember | null>(null);
  const promised = useLast(promising);
  const [next, setNext] = useState(false);
  const opening = useOpening(next);
  const isFiltered = place.search.trim() !== '' || place.show !== 'open' || place.quiet !== '0';

  return (
    <Screen>
      <div>
        <PageHeader
          title={t('reminders.title')}
          subtitle={t('reminders.subtitle')}
          actions={
            <Allowed to={remindOperation}>
              <Button leftSection={<IconBell size={18} aria-hidden />} onClick={() => setNext(true)}>
                {t('reminders.next.action')}
              </Button>
            </Allowed>
          }
        />
        <RemindersTabs path={PATHS.reminders} />
      </div>
      <RemindersCards list={list} failed={failure.nothing} />
      <NextReminders />
      <Card component="section" aria-label={t('reminders.list')} ref={top} className={classes['panel'] ?? ''}>
        <div className={classes['tools']} role="search" aria-label={t('reminders.filter.label')}>
          <PrintedFilters />
          <SearchBox
            className={classes['search'] ?? ''}
            label={t('reminders.filter.search')}
            placeholder={t('reminders.filter.searchHint')}
            value={place.search}
            onChange={(search) => narrow({ search }, 'typing')}
          />
          <NativeSelect
            aria-label={t('reminders.filter.show')}
            value={place.show}
            data={SHOWN.map((value) => ({ value, label: t(`reminders.show.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              narrow({ show: SHOWN.find((show) => show === value) ?? 'open' })
            }
          />
          <NativeSelect
            aria-label={t('reminders.filter.quiet')}
            value={place.quiet}
            data={QUIET_DAYS.map((value) => ({ value, label: t(`reminders.quiet.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              narrow({ quiet: QUIET_DAYS.find((days) => days === value) ?? '0' })
            }
          />
        </div>
        <RemindersTable
          list={list}
          stale={stale}
          failed={failure.nothing ? <LoadFailureState failure={failure} message={t('reminders.failed')} /> : undefined}
          empty={
            isFiltered ? (
              <EmptyState
                icon={<IconSearchOff />}
                title={t('reminders.noMatch')}
                action={
                  <Button variant="default" onClick={() => narrow({ search: '', show: 'open', quiet: '0' })}>
                    {t('common.filters.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={<IconCashOff />}
                title={t(list?.counts.owing === 0 ? 'reminders.nobodyOwes' : 'reminders.allPromised')}
              />
            )
          }
          onRemind={onRemind}
          onPromise={setPromising}
        />
        <div className={classes['foot']}>
          <p role="status" className={classes['count']}>
            {list === undefined
              ? ''
              : t('reminders.count', { count: list.totalItems, amount: moneyText(list.pendingFine, 'rs') })}
          </p>
          <ExportButton of={exportReminders} input={{ query: listFilter(place) }} />
          <Pager page={place.page} pages={pages} onChange={setPage} top={top} label={t('reminders.pages')} />
        </div>
      </Card>
      <RemindNext
        key={opening}
        opened={next}
        place={place}
        reminding={reminding}
        onClose={() => setNext(false)}
        onPromise={setPromising}
      />
      {promised !== null && (
        <PromiseDialog
          key={promised.userId}
          opened={promising !== null}
          member={promised}
          onClose={() => setPromising(null)}
          onPromise={(until) => reminding.promise(promised, until)}
        />
      )}
      <LoadFailureDialog failure={failure} message={t('reminders.failed')} />
    </Screen>
  );
}

// The figures above the list, regardless of its filter: what is owed, how much of it is overdue, and who is left alone.

function RemindersCards({ list, failed }: { list: Reminders | undefined; failed: boolean }): JSX.Element {
  const { t } = useTexts();
  const members = (count: number | undefined): string =>
    count === undefined ? '' : t('reminders.cards.members', { count });
  return (
    <FigureCards
      label={t('reminders.cards.label')}
      failed={failed}
      noteLines={2}
      cards={[
        {
          key: 'owed',
          title: t('reminders.cards.owed'),
          figure: list && moneyText(list.owed, 'rs'),
          note: (
            <>
              {members(list?.counts.owing)}
              {list !== undefined && list.others.count > 0 && (
                <>
                  {'; '}
                  <TextLink inText to={`${PATHS.dashboard}?status=has-pending`}>
                    {t('reminders.cards.others', {
                      count: list.others.count,
                      amount: moneyText(list.others.owed, 'rs'),
                    })}
                  </TextLink>
                </>
              )}
            </>
          ),
        },
        {
          key: 'overdue',
          title: t('reminders.cards.overdue'),
          figure: list && moneyText(list.overdue, 'rs'),
          note: members(list?.counts.overdue),
        },
        {
          key: 'promised',
          title: t('reminders.cards.promised'),
          figure: list && formatCount(list.counts.promised),
          note: t('reminders.cards.promisedNote'),
        },
      ]}
    />
  );
}

// "Remind next" goes through the list, a press for each member, without those who were reminded today (REMIND-7).

interface RemindNextProps {
  opened: boolean;
  place: Place;
  reminding: Reminding;
  onClose: () => void;
  onPromise: (member: OwingMember) => void;
}

/** How many members are read ahead. */
const AHEAD = 100;

function RemindNext({ opened, place, reminding, onClose, onPromise }: RemindNextProps): JSX.Element {
  const { t } = useTexts();
  /** the members who have had their turn */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const filter = listFilter(place);
  const query = { ...filter, notRemindedFor: Math.max(1, filter.notRemindedFor), pageSize: AHEAD };
  const { data } = useRead(listReminders, { query }, { enabled: opened });
  const left = (data?.items ?? []).filter(({ userId }) => !done.has(userId));
  const [member] = left;
  const beyond = data === undefined ? 0 : Math.max(0, data.totalItems - data.items.length);
  const next = (userId: string): void => setDone((before) => new Set([...before, userId]));
  const remindOne = async (one: OwingMember, channel: ReminderChannel): Promise<void> => {
    if (await reminding.remind(one, channel)) next(one.userId);
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('reminders.next.title')}
      needsServer
      step={member?.userId ?? ''}
      footer={
        member === undefined ? (
          <Button onClick={onClose}>{t('common.close')}</Button>
        ) : (
          <ChannelButtons onRemind={(channel) => void remindOne(member, channel)} onPromise={() => onPromise(member)}>
            <Button variant="subtle" onClick={() => next(member.userId)}>
              {t('reminders.next.skip')}
            </Button>
          </ChannelButtons>
        )
      }
    >
      <p role="status" className={classes['status']}>
        {data === undefined
          ? t('reminders.next.loading')
          : member === undefined
            ? t('reminders.next.nobody')
            : t('reminders.next.left', { count: left.length + beyond })}
      </p>
      {member !== undefined && <MemberFacts member={member} text={reminding.textFor(member)} />}
    </Sheet>
  );
}

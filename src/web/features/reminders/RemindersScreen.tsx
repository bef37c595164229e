// Reminders (REMIND-1): who owes something, longest unpaid first, and one press to remind each.
import { ChoiceFilter, GroupFilter } from '../../ui/lists/filters/filters.tsx';
import { Button, Text } from '@mantine/core';
import { IconCashOff } from '@tabler/icons-react';
import { type JSX, useState } from 'react';
import { exportReminders } from '../../../contract/exports.ts';
import {
  listReminders,
  type OwingMember,
  remind as remindOperation,
  type Reminders,
  type ReminderShow,
} from '../../../contract/money/reminders.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { Allowed, TextLink } from '../../ui/controls/buttons.tsx';
import { useLast, useOpening } from '../../ui/dialogs/dialog-state.ts';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { PageHeader, Screen } from '../../ui/layout/page.tsx';
import { useExport } from '../../ui/lists/list-tools.tsx';
import { useShownPage } from '../../ui/lists/paging/paging.tsx';
import { useListView } from '../../ui/lists/paging/useAddressState.ts';
import { moneyText } from '../../ui/money/money.tsx';
import { NextReminders } from './next/NextReminders.tsx';
import { PromiseDialog } from './PromiseDialog.tsx';
import { RemindersTable } from './RemindersTable.tsx';
import { RemindersTabs } from './RemindersTabs.tsx';
import { PATHS } from '../../routing/paths.ts';
import { useReminding, type Reminding } from './reminding.ts';
import { isNothing, ListPanel } from '../../ui/lists/ListPanel.tsx';
import { formatCount } from '../../../core/text/count.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { ChannelButtons, MemberFacts } from './Channels.tsx';
import { asking, at, GROUP, oneOf, PAGE, SEARCH, stateFormat } from '../../ui/lists/paging/list-state.ts';

export default function RemindersScreen(): JSX.Element {
  const { t } = useTexts();
  const view = useListView(REMINDERS_FORMAT);
  const { page } = view;
  const found = REMINDERS_FORMAT.asked(view);
  const { list, pages, stale, failure } = useShownPage(view, useRead(listReminders, { query: { ...found, page } }));
  const owing = list?.counts.owing;
  const reminding = useReminding();
  const { remind } = reminding;
  const onRemind = (member: OwingMember, channel: ReminderChannel): void => void remind(member, channel);
  const [promising, setPromising] = useState<OwingMember | null>(null);
  const promised = useLast(promising);
  const [next, setNext] = useState(false);
  const opening = useOpening(next);
  return (
    <Screen>
      <div>
        <PageHeader
          title={t('reminders.title')}
          actions={
            <Allowed to={remindOperation}>
              <Button onClick={() => setNext(true)}>{t('reminders.next.action')}</Button>
            </Allowed>
          }
        />
        <RemindersTabs path={PATHS.reminders} />
      </div>
      <RemindersCards list={list} failed={failure.nothing} none={isNothing(view, owing)} />
      <ListPanel
        label={t('reminders.list')}
        view={view}
        filters={t('reminders.filter.label')}
        search={{
          label: t('reminders.filter.search'),
          placeholder: t('reminders.filter.searchHint'),
          value: view.search,
          onChange: (search) => view.filter({ search }),
        }}
        fields={
          <>
            <ChoiceFilter
              label={t('reminders.filter.show')}
              choices={SHOWN}
              value={view.show}
              textOf={(show) => t(`reminders.show.${show}`)}
              onChange={(show) => view.filter({ show })}
            />
            <ChoiceFilter
              label={t('reminders.filter.quiet')}
              choices={QUIET_DAYS}
              value={view.quiet}
              textOf={(days) => t(`reminders.quiet.${days}`)}
              onChange={(quiet) => view.filter({ quiet })}
            />
            <GroupFilter group={view.group} onChange={(group) => view.filter({ group })} />
          </>
        }
        menu={[useExport(exportReminders, { query: found })]}
        total={owing}
        failure={failure}
        message={t('reminders.failed')}
        empty={
          <EmptyState
            icon={<IconCashOff />}
            title={t(owing === 0 ? 'reminders.nobodyOwes' : 'reminders.allPromised')}
          />
        }
        noMatch={t('reminders.noMatch')}
        sums={list && t('reminders.count', { count: list.totalItems, amount: moneyText(list.pendingFine, 'rs') })}
        pages={{ label: t('reminders.pages'), page, pages, onChange: view.showPage }}
      >
        {(instead) => (
          <RemindersTable {...instead} list={list} stale={stale} onRemind={onRemind} onPromise={setPromising} />
        )}
      </ListPanel>
      <RemindNext
        key={opening}
        opened={next}
        found={found}
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
    </Screen>
  );
}

// The figures above the list, regardless of its filter: what is owed, how much of it is overdue, and who is left alone.

interface RemindersCardsProps {
  list: Reminders | undefined;
  failed: boolean;
  /** only what goes out automatically */
  none: boolean;
}

function RemindersCards({ list, failed, none }: RemindersCardsProps): JSX.Element {
  const { t } = useTexts();
  const members = (count: number | undefined): string =>
    count === undefined ? '' : t('reminders.cards.members', { count });
  return (
    <FigureCards
      label={t('reminders.cards.label')}
      failed={failed}
      small
      line={<NextReminders />}
      cards={
        none
          ? []
          : [
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
                        <TextLink inText to={`${PATHS.dashboard}?status=deleted-pending`}>
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
            ]
      }
    />
  );
}

// "Remind next" goes through the list, a press for each member, without those who were reminded today (REMIND-7).

interface RemindNextProps {
  opened: boolean;
  found: ReturnType<typeof REMINDERS_FORMAT.asked>;
  reminding: Reminding;
  onClose: () => void;
  onPromise: (member: OwingMember) => void;
}

/** How many members are read ahead. */
const AHEAD = 100;

function RemindNext({ opened, found, reminding, onClose, onPromise }: RemindNextProps): JSX.Element {
  const { t } = useTexts();
  /** the members who have had their turn */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const query = { ...found, notRemindedFor: Math.max(1, found.notRemindedFor ?? 0), pageSize: AHEAD };
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
      <Text role="status" mb={12}>
        {data === undefined
          ? t('reminders.next.loading')
          : member === undefined
            ? t('reminders.next.nobody')
            : t('reminders.next.left', { count: left.length + beyond })}
      </Text>
      {member !== undefined && <MemberFacts member={member} text={reminding.textFor(member)} />}
    </Sheet>
  );
}

// What the Reminders screen shows, and how its address says so: `/reminders?search=khan&show=overdue&quiet=7&page=2`.

const SHOWN = ['open', 'overdue', 'promised', 'promised-today', 'all'] as const satisfies readonly ReminderShow[];

/** The choices of "not reminded for", in days; 0: no condition. */
const QUIET_DAYS = ['0', '1', '7', '30'] as const;

const REMINDERS_FORMAT = stateFormat({
  path: at(PATHS.reminders),
  filters: {
    search: SEARCH,
    // To the server "all" is one of the choices, not no choice.
    show: { ...oneOf(SHOWN), asked: (show: ReminderShow) => show },
    quiet: asking('notRemindedFor', { ...oneOf(QUIET_DAYS), asked: Number }),
    group: GROUP,
  },
  others: { page: PAGE },
});

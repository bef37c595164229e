// "Remind next" goes through the list, a press for each member, without those who were reminded today (REMIND-7).
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { listReminders, type OwingMember } from '../../../contract/money/reminders.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { ChannelButtons } from './Channels.tsx';
import { MemberFacts } from './MemberFacts.tsx';
import { listFilter, type Place } from './reminders-place.ts';
import classes from './reminders.module.css';
import type { Reminding } from './useReminding.ts';

interface RemindNextProps {
  opened: boolean;
  place: Place;
  reminding: Reminding;
  onClose: () => void;
  onPromise: (member: OwingMember) => void;
}

/** How many members are read ahead. */
const AHEAD = 100;

export function RemindNext({ opened, place, reminding, onClose, onPromise }: RemindNextProps): JSX.Element {
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

// The ways to remind somebody, and to record their promise: labelled buttons in a dialog, icons in a row.
import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconHeartHandshake, IconMail, IconMessage } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import type { OwingMember } from '../../../contract/money/reminders.ts';
import { REMINDER_CHANNELS, type ReminderChannel } from '../../../core/people/reminder.ts';
import { recordedText } from '../../messages/formats.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import type { RowButtons } from '../../ui/lists/table/RowActions.tsx';
import classes from './reminders.module.css';

const ICONS = {
  whatsapp: IconBrandWhatsapp,
  sms: IconMessage,
  email: IconMail,
  copy: IconCopy,
} as const satisfies Record<ReminderChannel, unknown>;

interface ChannelsProps {
  onRemind: (channel: ReminderChannel) => void;
  onPromise: () => void;
  /** further buttons */
  children?: ReactNode;
}

export function ChannelButtons({ onRemind, onPromise, children }: ChannelsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <div className={classes['channels']}>
      {REMINDER_CHANNELS.map((channel, place) => {
        const { [channel]: Icon } = ICONS;
        return (
          <Button
            key={channel}
            variant={place === 0 ? 'filled' : 'default'}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => onRemind(channel)}
          >
            {t(`reminders.by.${channel}`)}
          </Button>
        );
      })}
      <Button variant="default" leftSection={<IconHeartHandshake size={18} aria-hidden />} onClick={onPromise}>
        {t('reminders.promise.action')}
      </Button>
      {children}
    </div>
  );
}

interface RowProps {
  member: OwingMember;
  onRemind: (member: OwingMember, channel: ReminderChannel) => void;
  onPromise: (member: OwingMember) => void;
}

export const reminderButtons = (t: Translate, { member, onRemind, onPromise }: RowProps): RowButtons => ({
  named: (action) => t('reminders.rowAction', { action, name: recordedText(member.userName) }),
  actions: [
    ...REMINDER_CHANNELS.map((channel) => {
      const { [channel]: Icon } = ICONS;
      return {
        label: t(`reminders.by.${channel}`),
        icon: <Icon size={20} aria-hidden />,
        ...(channel === 'whatsapp' && { color: 'green' as const }),
        onClick: () => onRemind(member, channel),
      };
    }),
    {
      label: t('reminders.promise.action'),
      icon: <IconHeartHandshake size={20} aria-hidden />,
      opensDialog: true,
      onClick: () => onPromise(member),
    },
  ],
});

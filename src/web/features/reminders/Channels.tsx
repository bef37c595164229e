// The ways to remind somebody, and to record their promise: labelled buttons in a dialog, icons in a row.
import { Box, Button, Group, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconMail, IconMessage } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import type { OwingMember } from '../../../contract/money/reminders.ts';
import { REMINDER_CHANNELS, type ReminderChannel } from '../../../core/people/reminder.ts';
import { recordedText, dayText } from '../../messages/formats.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import type { RowButtons } from '../../ui/lists/table/row-parts.tsx';
import classes from './reminders.module.css';
import { StatusBadge } from '../../ui/feedback/status.tsx';
import { Money, moneyText } from '../../ui/money/money.tsx';
import { PersonLink } from '../../ui/people/people.tsx';
import { NextWords } from './next/NextWords.tsx';

const ICONS = {
  whatsapp: IconBrandWhatsapp,
  sms: IconMessage,
  email: IconMail,
  copy: IconCopy,
} as const satisfies Record<ReminderChannel, unknown>;

/** besides WhatsApp, which nearly everybody uses */
const OTHERS = REMINDER_CHANNELS.filter((channel) => channel !== 'whatsapp');

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
      <Button variant="default" onClick={onPromise}>
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
  actions: [{ label: t('reminders.by.whatsapp'), onClick: () => onRemind(member, 'whatsapp') }],
  more: [
    ...OTHERS.map((channel) => ({
      label: t(`reminders.by.${channel}`),
      onClick: () => onRemind(member, channel),
    })),
    { label: t('reminders.promise.action'), onClick: () => onPromise(member) },
  ],
});

// What a reminder is about and what was said before, as shown in the dialogs.

export function MemberFacts({ member, text }: { member: OwingMember; text: string | undefined }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <Group justify="space-between" align="stretch" gap="4px 16px">
        <Box component="strong" fw={600}>
          <PersonLink userId={member.userId} userName={member.userName} />
          <InactiveBadge {...member} />
        </Box>
        <Box component="strong" fw={600}>
          <Money paisa={member.pendingFine} format="rs" />
        </Box>
      </Group>
      <Credit {...member} />
      <p className={classes['aside']}>{t('reminders.since', { day: dayText(member.unpaidSince) })}</p>
      <Late {...member} />
      <LastWords member={member} />
      {member.mailRefused !== null && (
        <p className={classes['late']}>
          {t('reminders.mailRefused', { address: member.userEmail ?? '', reply: member.mailRefused })}
        </p>
      )}
      <NextWords userId={member.userId} />
      {text !== undefined && (
        <blockquote className={classes['text']} lang={member.language} dir="auto">
          <bdi>{text}</bdi>
        </blockquote>
      )}
    </>
  );
}

/** Whoever reminds somebody inactive should know it. */
function InactiveBadge({ status }: Pick<OwingMember, 'status'>): JSX.Element | null {
  if (status !== 'Inactive') return null;
  return (
    <Text span mt={4} display="block">
      <StatusBadge status={status} />
    </Text>
  );
}

/** How much of what they owe is overdue. */
function Late({ pendingFine, overdue }: Pick<OwingMember, 'pendingFine' | 'overdue'>): JSX.Element | null {
  const { t } = useTexts();
  if (overdue === 0) return null;
  return (
    <small className={classes['late']}>
      {overdue === pendingFine
        ? t('common.fine.overdue')
        : t('reminders.overdue', { amount: moneyText(overdue, 'rs') })}
    </small>
  );
}

/** The credit that could pay for it. */
export function Credit({ credit }: Pick<OwingMember, 'credit'>): JSX.Element | null {
  const { t } = useTexts();
  if (credit === 0) return null;
  return <small className={classes['aside']}>{t('reminders.credit', { amount: moneyText(credit, 'rs') })}</small>;
}

/** When and how they were last reminded, and what they promised; `short`: below a head that says so. */
export function LastWords({ member, short }: { member: OwingMember; short?: true }): JSX.Element {
  const { t } = useTexts();
  const { reminded, promise } = member;
  return (
    <>
      <p className={classes['aside']}>
        {reminded === null
          ? t(short ? 'reminders.neverShort' : 'reminders.never')
          : t(short ? 'reminders.lastShort' : 'reminders.last', {
              day: dayText(reminded.day),
              by: t(`reminders.by.${reminded.channel}`),
            })}
      </p>
      {promise !== null && (
        <p className={promise.holds ? classes['aside'] : classes['late']}>
          {t(promise.holds ? 'reminders.promised' : 'reminders.promiseBroken', { day: dayText(promise.until) })}
        </p>
      )}
    </>
  );
}

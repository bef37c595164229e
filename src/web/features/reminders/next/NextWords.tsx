// When a member is reminded next automatically, or why they are not.
import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { readNextReminder } from '../../../../contract/money/reminder-plan.ts';
import { useRead } from '../../../api/hooks.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';

export function NextWords({ userId }: { userId: string }): JSX.Element | null {
  const { t } = useTexts();
  const { data } = useRead(readNextReminder, { params: { userId } });
  if (data === undefined || !data.isOn) return null;
  const { isPaused, day, why, skipped } = data;
  return (
    <Text c="dimmed" fz="sm">
      {skipped !== null && `${t('reminders.auto.skippedOf', { day: dayText(skipped) })} · `}
      {isPaused
        ? t('reminders.auto.paused')
        : day === null
          ? t(`reminders.auto.why.${why ?? 'over'}`)
          : t('reminders.auto.ofMember', { day: dayText(day) })}
    </Text>
  );
}

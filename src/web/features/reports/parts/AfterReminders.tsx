// Who was reminded in the period and paid soon after (REPORT-15). Read separately, so that the report need not wait.
import type { JSX } from 'react';
import { type AfterReminders as Answer, readAfterReminders } from '../../../../contract/reports.ts';
import { PAID_WITHIN_DAYS } from '../../../../core/people/reminder.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { ReportFigure, type Row } from '../ReportCard.tsx';
import type { Period } from '../report-address.ts';

/** Shows nothing if nobody was reminded, or until it has loaded. */
export default function AfterReminders({ period }: { period: Period }): JSX.Element | null {
  const { t } = useTexts();
  const { data } = useRead(readAfterReminders, { query: period });
  if (data === undefined || data.channels.length === 0) return null;
  const title = t('reports.afterReminders.title');
  const cellsOf = ({ reminderCount, memberCount, paidMemberCount, received }: Answer['total']): Row['cells'] => [
    { value: reminderCount, count: true },
    { value: memberCount, count: true },
    { value: paidMemberCount, count: true },
    { value: received },
  ];
  return (
    <ReportFigure
      title={title}
      hint={t('reports.afterReminders.hint', { days: PAID_WITHIN_DAYS })}
      chart={{
        lying: true,
        series: [{ tone: 'collected', name: t('reports.figures.received') }],
        categories: data.channels.map(({ channel, received }) => ({
          key: channel,
          name: t(`reminders.by.${channel}`),
          values: [received],
        })),
      }}
      file="report-reminders"
      heads={[
        t('reports.afterReminders.by'),
        t('reports.afterReminders.reminders'),
        t('reports.afterReminders.members'),
        t('reports.afterReminders.paid'),
        t('reports.figures.received'),
      ]}
      rows={[
        ...data.channels.map(({ channel, ...figures }) => ({
          key: channel,
          name: t(`reminders.by.${channel}`),
          cells: cellsOf(figures),
        })),
        { key: 'total', name: t('reports.figures.total'), cells: cellsOf(data.total), isTotal: true },
      ]}
    />
  );
}

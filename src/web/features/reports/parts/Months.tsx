// What was charged, collected and waived, by month.
import type { JSX } from 'react';
import type { Report } from '../../../../contract/reports.ts';
import { useTexts } from '../../../messages/index.ts';
import { monthName, monthsBetween } from '../months.ts';
import { paymentsIn, waiversIn } from '../period-links.ts';
import { ReportCard } from '../ReportCard.tsx';
import { ReportTable } from '../ReportTable.tsx';
import { daysOfMonthIn, type Period } from '../report-place.ts';

export function Months({ report, period }: { report: Report; period: Period }): JSX.Element {
  const { t } = useTexts();
  const { months, totals } = report;
  const title = t('reports.months.title');
  const byMonth = new Map(months.map((one) => [one.month, one]));
  return (
    <ReportCard
      title={title}
      hint={t('reports.months.hint')}
      chart={{
        series: (['charged', 'collected', 'waived'] as const).map((tone) => ({
          tone,
          name: t(`reports.figures.${tone}`),
        })),
        categories: monthsBetween(months.map(({ month }) => month)).map((month) => {
          const { charged = 0, collected = 0, waived = 0 } = byMonth.get(month) ?? {};
          const name = monthName(month);
          return { key: month, name, short: name.replace(/[،\s].*/, ''), values: [charged, collected, waived] };
        }),
      }}
    >
      <ReportTable
        label={title}
        file="report-months"
        heads={[
          t('reports.months.month'),
          t('reports.figures.charged'),
          t('reports.figures.collected'),
          t('reports.figures.waived'),
        ]}
        rows={[
          ...months.map(({ month, charged, collected, waived }) => {
            const days = daysOfMonthIn(month, period);
            const name = monthName(month);
            return {
              key: month,
              name,
              cells: [
                { value: charged },
                {
                  value: collected,
                  link: { href: paymentsIn(days), label: t('reports.months.payments', { month: name }) },
                },
                { value: waived, link: { href: waiversIn(days), label: t('reports.months.waivers', { month: name }) } },
              ],
            };
          }),
          {
            key: 'total',
            name: t('reports.figures.total'),
            cells: [{ value: totals.charged }, { value: totals.collected }, { value: totals.waived }],
            isTotal: true,
          },
        ]}
      />
    </ReportCard>
  );
}

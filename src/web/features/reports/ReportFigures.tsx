// The four figures above a report.
import type { JSX } from 'react';
import type { Report } from '../../../contract/reports.ts';
import { useTexts } from '../../messages/index.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/Money.tsx';

export function ReportFigures({
  report,
  busy,
  failed,
}: {
  report: Report | undefined;
  busy: boolean;
  failed: boolean;
}): JSX.Element {
  const { t } = useTexts();
  const figure = (rupees: number | undefined) => ({
    figure: rupees === undefined ? undefined : moneyText(rupees, 'rs'),
    negative: (rupees ?? 0) < 0,
  });
  return (
    <FigureCards
      label={t('reports.cards.label')}
      failed={failed}
      busy={busy}
      noteLines={2}
      cards={[
        ...(['charged', 'collected', 'waived'] as const).map((key) => ({
          key,
          title: t(`reports.figures.${key}`),
          ...figure(report?.totals[key]),
          note: t(`reports.cards.${key}Note`),
        })),
        {
          key: 'outstanding',
          title: t('reports.cards.outstanding'),
          ...figure(report?.ageing.outstanding),
          note: t('reports.cards.outstandingNote'),
        },
      ]}
    />
  );
}

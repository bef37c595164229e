// What happened to the fines of a period, by fine type.
import type { JSX } from 'react';
import type { Report } from '../../../../contract/reports.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { useTexts } from '../../../messages/index.ts';
import { ReportCard } from '../ReportCard.tsx';
import { ReportTable } from '../ReportTable.tsx';

export function Types({ report: { fineTypes, otherTypes, totals } }: { report: Report }): JSX.Element {
  const { t } = useTexts();
  const title = t('reports.types.title');
  const named = fineTypes.map(({ fineType, ...sums }, index) => {
    const name = typeText(fineType);
    return { key: String(index), name: name.trim() === '' ? t('reports.types.none') : name, ...sums };
  });
  const others =
    otherTypes === null
      ? []
      : [{ key: 'others', name: t('reports.types.others', { count: otherTypes.typeCount }), ...otherTypes }];
  const sum = (figure: 'fineCount' | 'waived' | 'paid' | 'outstanding') =>
    [...named, ...others].reduce((all, type) => all + Math.round(type[figure] * 100), 0) / 100;
  return (
    <ReportCard
      title={title}
      hint={t('reports.types.hint')}
      chart={{
        lying: true,
        series: [
          { tone: 'charged', name: t('reports.figures.charged') },
          { tone: 'collected', name: t('reports.figures.paid') },
        ],
        categories: [...named, ...others].map(({ key, name, charged, paid }) => ({
          key,
          name,
          values: [charged, paid],
        })),
      }}
    >
      <ReportTable
        label={title}
        file="report-fine-types"
        heads={[
          t('reports.types.type'),
          t('reports.figures.fines'),
          t('reports.figures.charged'),
          t('reports.figures.waived'),
          t('reports.figures.paid'),
          t('reports.figures.outstanding'),
        ]}
        rows={[
          ...[...named, ...others].map(({ key, name, fineCount, charged, waived, paid, outstanding }) => ({
            key,
            name,
            shown: <bdi>{name}</bdi>,
            cells: [
              { value: fineCount, count: true as const },
              { value: charged },
              { value: waived },
              { value: paid },
              { value: outstanding },
            ],
          })),
          {
            key: 'total',
            name: t('reports.figures.total'),
            cells: [
              { value: sum('fineCount'), count: true },
              { value: totals.charged },
              { value: sum('waived') },
              { value: sum('paid') },
              { value: sum('outstanding') },
            ],
            isTotal: true,
          },
        ]}
      />
    </ReportCard>
  );
}

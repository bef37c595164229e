// What became of the fines of each group's members (REPORT-16), read separately. Nothing where there are no groups.
import type { JSX } from 'react';
import { type ByGroup as Answer, readByGroup } from '../../../../contract/reports.ts';
import { AGE_BANDS } from '../../../../core/money/ageing.ts';
import { useRead } from '../../../api/hooks.ts';
import { groupText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { useGroups } from '../../../ui/people/groups.ts';
import { ReportFigure, type Row } from '../ReportCard.tsx';

type OfGroup = Answer['groups'][number];

export default function ByGroup(): JSX.Element | null {
  const { t } = useTexts();
  const hasGroups = useGroups().length > 0;
  const { data } = useRead(readByGroup, {}, { enabled: hasGroups });
  if (!hasGroups || data === undefined || data.groups.length === 0) return null;
  const nameOf = (group: OfGroup): string => (group.groupId === null ? t('common.filters.noGroup') : groupText(group));
  const figures = ['charged', 'waived', 'paid', 'outstanding'] as const;
  const sum = (of: (group: OfGroup) => number): number => data.groups.reduce((all, group) => all + of(group), 0);
  const left =
    (place: number) =>
    (group: OfGroup): number =>
      group.bands[place]?.outstanding ?? 0;
  const cells = (value: (of: (group: OfGroup) => number) => number): Row['cells'] => [
    { value: value(({ memberCount }) => memberCount), count: true },
    ...figures.map((figure) => ({ value: value((group) => group[figure]) })),
    ...AGE_BANDS.map((_, place) => ({ value: value(left(place)) })),
  ];
  return (
    <ReportFigure
      title={t('reports.byGroup.title')}
      hint={t('reports.byGroup.hint')}
      chart={{
        lying: true,
        series: [
          { tone: 'charged', name: t('reports.figures.charged') },
          { tone: 'collected', name: t('reports.figures.paid') },
        ],
        categories: data.groups.map((group) => ({
          key: group.groupId ?? '',
          name: nameOf(group),
          values: [group.charged, group.paid],
        })),
      }}
      file="report-groups"
      heads={[
        t('common.user.group'),
        t('reports.byGroup.members'),
        ...figures.map((figure) => t(`reports.figures.${figure}`)),
        ...AGE_BANDS.map((band) => t(`reports.ageing.band.${band}`)),
      ]}
      rows={[
        ...data.groups.map((group) => ({
          key: group.groupId ?? '',
          name: nameOf(group),
          shown: <bdi>{nameOf(group)}</bdi>,
          cells: cells((of) => of(group)),
        })),
        { key: 'total', name: t('reports.figures.total'), cells: cells(sum), isTotal: true },
      ]}
    />
  );
}

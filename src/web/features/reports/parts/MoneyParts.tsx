// What was received, taken back and given back: by method, and by the person who received it.
import type { JSX, ReactNode } from 'react';
import type { Report } from '../../../../contract/reports.ts';
import { personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { paymentsBy, paymentsOf } from '../period-links.ts';
import { ReportCard } from '../ReportCard.tsx';
import { type Row, ReportTable } from '../ReportTable.tsx';
import type { Period } from '../report-place.ts';

type Moved = Pick<Report['totals'], 'received' | 'reversed' | 'givenBack' | 'collected'>;

interface Part extends Moved {
  key: string;
  /** as text */
  name: string;
  shown?: ReactNode;
  paymentCount: number;
  /** the link to its payments */
  link?: { href: string; label: string };
}

interface PartsProps {
  report: Report;
  period: Period;
}

export function Methods({ report, period }: PartsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <MoneyCard
      title={t('reports.methods.title')}
      file="report-methods"
      hint={t('reports.methods.hint')}
      head={t('reports.methods.method')}
      totals={report.totals}
      parts={report.methods.map((part) => {
        const name = t(`common.method.${part.method}`);
        const link = { href: paymentsBy(period, part.method), label: t('reports.methods.payments', { method: name }) };
        return { ...part, key: part.method, name, link };
      })}
    />
  );
}

export function Collectors({ report, period }: PartsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <MoneyCard
      title={t('reports.collectors.title')}
      file="report-collectors"
      hint={t('reports.collectors.hint')}
      head={t('reports.collectors.person')}
      totals={report.totals}
      parts={report.collectors.map(({ person, ...part }) => {
        if (person === null) return { ...part, key: '', name: t('reports.collectors.nobody') };
        const name = personText(person);
        const link = { href: paymentsOf(period, person), label: t('reports.collectors.payments', { person: name }) };
        return { ...part, key: person, name, shown: <bdi>{name}</bdi>, link };
      })}
    />
  );
}

function MoneyCard(props: {
  title: string;
  file: string;
  hint: string;
  head: string;
  parts: Part[];
  totals: Moved;
}): JSX.Element {
  const { t } = useTexts();
  const { title, file, hint, head, parts, totals } = props;
  const cellsOf = ({ received, reversed, givenBack, collected }: Moved, link?: Part['link']): Row['cells'] => [
    { value: received, ...(link !== undefined && { link }) },
    { value: reversed },
    { value: givenBack },
    { value: collected },
  ];
  return (
    <ReportCard
      title={title}
      hint={hint}
      chart={{
        lying: true,
        series: [{ tone: 'collected', name: t('reports.figures.collected') }],
        categories: parts.map(({ key, name, collected }) => ({ key, name, values: [collected] })),
      }}
    >
      <ReportTable
        label={title}
        file={file}
        heads={[
          head,
          t('reports.figures.payments'),
          t('reports.figures.received'),
          t('reports.figures.reversed'),
          t('reports.figures.givenBack'),
          t('reports.figures.collected'),
        ]}
        rows={[
          ...parts.map(({ key, name, shown = name, paymentCount, link, ...moved }) => ({
            key,
            name,
            shown,
            cells: [{ value: paymentCount, count: true as const }, ...cellsOf(moved, link)],
          })),
          {
            key: 'total',
            name: t('reports.figures.total'),
            cells: [
              { value: parts.reduce((sum, { paymentCount }) => sum + paymentCount, 0), count: true },
              ...cellsOf(totals),
            ],
            isTotal: true,
          },
        ]}
      />
    </ReportCard>
  );
}

// What was received, taken back and given back: by method, and by the person who received it.
import type { JSX, ReactNode } from 'react';
import type { Report } from '../../../../contract/reports.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { paymentsBy, paymentsOf, type Period } from '../report-address.ts';
import { ActorLink } from '../../../ui/people/people.tsx';
import { ReportFigure, type Row } from '../ReportCard.tsx';
import { typeText } from '../../../messages/fine-types.ts';

type Moved = Pick<Report['totals'], 'received' | 'reversed' | 'givenBack' | 'collected'>;

interface Part extends Moved {
  key: string;
  /** as text */
  name: string;
  shown?: ReactNode;
  paymentCount: number;
  /** the link to its payments */
  link?: { to: string; label: string };
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
        const link = { to: paymentsBy(period, part.method), label: t('reports.methods.payments', { method: name }) };
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
      parts={report.collectors.map(({ person, receivedBy, ...part }) => {
        if (person === null || receivedBy === null) return { ...part, key: '', name: t('reports.collectors.nobody') };
        const name = recordedText(person);
        const link = { to: paymentsOf(period, receivedBy), label: t('reports.collectors.payments', { person: name }) };
        return { ...part, key: receivedBy, name, shown: <ActorLink who={person} />, link };
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
    <ReportFigure
      title={title}
      hint={hint}
      chart={{
        lying: true,
        series: [{ tone: 'collected', name: t('reports.figures.collected') }],
        categories: parts.map(({ key, name, collected }) => ({ key, name, values: [collected] })),
      }}
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
  );
}

// What happened to the fines of a period, by fine type.

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
    [...named, ...others].reduce((all, type) => all + type[figure], 0);
  return (
    <ReportFigure
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
  );
}

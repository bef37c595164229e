// One part of a report: a chart, and beside it the table from which it is drawn.
import { type JSX, type ReactNode, lazy, Suspense, useId } from 'react';
import { Card } from '../../ui/layout/page.tsx';
import type { BarChartProps } from './charts/chart-parts.ts';
import classes from './reports.module.css';
import { useTexts } from '../../messages/index.ts';
import { Money } from '../../ui/money/money.tsx';
import { Box, Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { csvOf } from '../../../core/files/csv.ts';
import { saveCsv } from '../../ui/lists/list-tools.tsx';

// The table behind a chart: for reading, copying and screen readers. If there is too little room, it scrolls by itself.

interface Cell {
  /** paisa, or a number if `count` is set */
  value: number;
  count?: true;
  /** the target of the cell's link, with a label for screen readers */
  link?: { to: string; label: string };
}

export interface Row {
  key: string;
  name: string;
  /** shown on the page in place of the name */
  shown?: ReactNode;
  cells: readonly Cell[];
  /** it stands below the others, as their sum */
  isTotal?: boolean;
}

interface ReportTableProps {
  label: string;
  /** the name of the file in which it is saved */
  file: string;
  /** the head of the names, followed by that of each cell */
  heads: readonly [string, ...string[]];
  rows: readonly Row[];
}

export function ReportTable({ label, file, heads, rows }: ReportTableProps): JSX.Element {
  const { t } = useTexts();
  const saved = [heads, ...rows.map(({ name, cells }) => [name, ...cells.map(inFile)])];
  return (
    <>
      <div className={classes['scroll']} role="group" aria-label={label} tabIndex={0}>
        <table className={classes['table']} aria-label={label}>
          <caption>{t('reports.inRupees')}</caption>
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th key={head} scope="col" className={index === 0 ? '' : (classes['figure'] ?? '')}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, shown = name, cells, isTotal = false }) => (
              <tr key={key} data-total={isTotal || undefined}>
                <th scope="row">{shown}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]} className={classes['figure']}>
                    <Figure {...cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes['save']}>
        <SaveTable label={label} name={file} rows={saved} />
      </div>
    </>
  );
}

/** Amounts get decimals in the file, numbers of things do not. */
const inFile = ({ value, count }: Cell): string | number => (count === true ? String(value) : value);

function Figure({ value, count, link }: Cell): JSX.Element {
  const figure = count === true ? <>{value.toLocaleString('en')}</> : <Money paisa={value} format="figure" />;
  if (link === undefined || value === 0) return figure;
  return (
    <a href={`#${link.to}`} title={link.label}>
      {figure}
    </a>
  );
}

/** The library comes with it, because no other screen needs it. Without the chart the tables still say everything. */
const BarChart = lazy(() => import('./charts/BarChart.tsx').catch(() => ({ default: () => <></> })));

interface ReportCardProps {
  title: string;
  hint: string;
  chart: Omit<BarChartProps, 'label'>;
  children: ReactNode;
}

export function ReportCard({ title, hint, chart, children }: ReportCardProps): JSX.Element {
  const id = useId();
  return (
    <Card component="section" className={classes['card'] ?? ''} aria-labelledby={id}>
      <header>
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
        <p className={classes['hint']}>{hint}</p>
      </header>
      <div className={classes['parts']} data-lying={chart.lying || undefined}>
        {chart.categories.length > 0 && (
          <Suspense fallback={<Box mih={300} />}>
            <BarChart label={title} {...chart} />
          </Suspense>
        )}
        <div className={classes['behind']}>{children}</div>
      </div>
    </Card>
  );
}

// "Export CSV" for a table that is complete on the page.

interface SaveTableProps {
  /** the subject of the table */
  label: string;
  /** the name of the file */
  name: string;
  /** including the heads; numbers are paisa */
  rows: readonly (readonly (string | number)[])[];
}

export function SaveTable({ label, name, rows }: SaveTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Button
      data-screen-only
      variant="default"
      size="sm"
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      aria-label={t('reports.save', { table: label })}
      onClick={() => saveCsv(`${name}.csv`, csvOf(rows))}
    >
      {t('common.exportCsv')}
    </Button>
  );
}

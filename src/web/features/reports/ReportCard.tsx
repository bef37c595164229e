// One part of a report: a chart, or the table from which it is drawn. Screen readers and paper have both.
import { useLocalStorage } from '@mantine/hooks';
import { type JSX, type ReactNode, lazy, Suspense, useId } from 'react';
import { Card } from '../../ui/layout/page.tsx';
import type { BarChartProps } from './charts/chart-parts.ts';
import classes from './reports.module.css';
import { useTexts } from '../../messages/index.ts';
import { Money } from '../../ui/money/money.tsx';
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { csvOf } from '../../../core/files/csv.ts';
import { saveCsv } from '../../ui/lists/list-tools.tsx';

export const SHOWN_AS = ['charts', 'tables'] as const;
type ShownAs = (typeof SHOWN_AS)[number];

/** What all parts of a report are shown as. This browser remembers it. */
export function useShownAs(): [as: ShownAs, show: (as: ShownAs) => void] {
  // Without a default, which would be stored at once.
  const [as = 'charts', show] = useLocalStorage<ShownAs>({ key: 'reports.as', getInitialValueInEffect: false });
  return [as, show];
}

interface ReportCardProps {
  title: string;
  hint: string;
  /** at the end of the title's line */
  actions?: ReactNode;
  children: ReactNode;
}

export function ReportCard({ title, hint, actions, children }: ReportCardProps): JSX.Element {
  const id = useId();
  return (
    <Card component="section" className={classes['card'] ?? ''} aria-labelledby={id}>
      <header>
        <Group justify="space-between" gap={8}>
          <Title order={2} id={id} className={classes['title'] ?? ''}>
            {title}
          </Title>
          {actions}
        </Group>
        <Text fz="sm" c="dimmed" mb={12} className={classes['hint'] ?? ''}>
          {hint}
        </Text>
      </header>
      {children}
    </Card>
  );
}

/** The library comes with it, because no other screen needs it. Without the chart the tables still say everything. */
const BarChart = lazy(() => import('./charts/BarChart.tsx').catch(() => ({ default: () => <></> })));

interface ReportFigureProps extends Omit<ReportCardProps, 'children' | 'actions'>, Omit<TableProps, 'label'> {
  chart: Omit<BarChartProps, 'label' | 'reachable'>;
  /** the name of the file in which the table is saved */
  file: string;
}

export function ReportFigure({ title, hint, chart, file, heads, rows }: ReportFigureProps): JSX.Element {
  const [as] = useShownAs();
  const isChart = as === 'charts' && chart.categories.length > 0;
  const saved = [heads, ...rows.map(({ name, cells }) => [name, ...cells.map(inFile)])];
  return (
    <ReportCard title={title} hint={hint} actions={!isChart && <SaveTable label={title} name={file} rows={saved} />}>
      <div className={classes['parts']} data-lying={chart.lying || undefined}>
        {chart.categories.length > 0 && (
          <div data-unseen={!isChart || undefined}>
            <Suspense fallback={<Box mih={300} />}>
              <BarChart label={title} reachable={isChart} {...chart} />
            </Suspense>
          </div>
        )}
        <div className={classes['behind']} data-unseen={isChart || undefined}>
          <ReportTable label={title} heads={heads} rows={rows} unseen={isChart} />
        </div>
      </div>
    </ReportCard>
  );
}

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

interface TableProps {
  label: string;
  /** the head of the names, followed by that of each cell */
  heads: readonly [string, ...string[]];
  rows: readonly Row[];
}

/** `unseen`: only read out, so that nothing in it takes the focus. */
function ReportTable({ label, heads, rows, unseen }: TableProps & { unseen: boolean }): JSX.Element {
  const { t } = useTexts();
  return (
    <div className={classes['scroll']} role="group" aria-label={label} {...(!unseen && { tabIndex: 0 })}>
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
              <th scope="row">{unseen ? <bdi>{name}</bdi> : shown}</th>
              {cells.map(({ link, ...cell }, index) => (
                <td key={heads[index + 1]} className={classes['figure']}>
                  <Figure {...cell} {...(link !== undefined && !unseen && { link })} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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

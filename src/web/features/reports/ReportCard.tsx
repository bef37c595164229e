// One part of a report: a chart, and beside it the table from which it is drawn.
import type { JSX, ReactNode } from 'react';
import { lazy, Suspense, useId } from 'react';
import { Card } from '../../ui/layout/Card.tsx';
import type { BarChartProps } from './charts/chart-parts.ts';
import classes from './reports.module.css';

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
          <Suspense fallback={<div className={classes['chartPlace']} />}>
            <BarChart label={title} {...chart} />
          </Suspense>
        )}
        <div className={classes['behind']}>{children}</div>
      </div>
    </Card>
  );
}

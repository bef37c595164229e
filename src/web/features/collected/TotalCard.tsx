// The card with the amount collected, the total, and the collection rate.
import { Progress, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { NO_FIGURE } from '../../ui/money/money-text.ts';
import classes from './collected.module.css';
import type { CollectedPage } from './useCollected.ts';

interface TotalCardProps {
  /** undefined while they are loading, or after loading has `failed` */
  totals: CollectedPage['totals'] | undefined;
  failed: boolean;
}

export function TotalCard({ totals, failed }: TotalCardProps): JSX.Element {
  const { t } = useTexts();
  const missing = (height: number, width: number) => (failed ? NO_FIGURE : <Skeleton height={height} width={width} />);
  return (
    <Card component="section" aria-labelledby="total-collected" className={classes['total'] ?? ''}>
      <div className={classes['totalMain']}>
        <h2 id="total-collected" className={classes['totalTitle']}>
          {t('collected.total.title')}
        </h2>
        <div className={classes['totalFigure']}>
          {totals === undefined ? missing(34, 200) : <Money rupees={totals.collectedAmount} format="whole" fitted />}
        </div>
        <Progress.Root size={8}>
          <Progress.Section
            value={totals?.collectionRate ?? 0}
            color="green.8"
            aria-label={t('collected.total.share')}
          />
        </Progress.Root>
      </div>
      <dl className={classes['totalFacts']}>
        <div>
          <dt>{t('collected.total.totalFines')}</dt>
          <dd>{totals === undefined ? missing(18, 110) : <Money rupees={totals.totalFinesAmount} format="whole" />}</dd>
        </div>
        <div>
          <dt>{t('collected.total.rate')}</dt>
          <dd>{totals === undefined ? missing(18, 60) : t('common.percent', { percent: totals.collectionRate })}</dd>
        </div>
      </dl>
    </Card>
  );
}

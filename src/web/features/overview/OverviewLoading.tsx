// The overview while its first response is loading: its text (OVERVIEW-11) and skeleton cards.
import { Loader, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './overview.module.css';

const CARDS = 4;

export function OverviewLoading(): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <p role="status" className={classes['loading']}>
        <Loader size={18} aria-hidden />
        {t('overview.loading')}
      </p>
      <div aria-hidden className={classes['users']}>
        {Array.from({ length: CARDS }, (_, card) => (
          <Card key={card} className={classes['user'] ?? ''}>
            <div className={classes['userHead']}>
              <Skeleton height={44} circle />
              <div className={classes['userWords']}>
                <Skeleton height={16} width="60%" />
                <Skeleton height={12} width="40%" mt={8} />
              </div>
            </div>
            <Skeleton height={180} mt={16} />
          </Card>
        ))}
      </div>
    </>
  );
}

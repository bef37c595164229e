// The overview while its first answer is on its way: the words of the specification, and cards in the shape of what
// comes.
import { Loader, Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
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
          <div key={card} className={classes['user']}>
            <div className={classes['userHead']}>
              <Skeleton height={44} circle />
              <div className={classes['userWords']}>
                <Skeleton height={16} width="60%" />
                <Skeleton height={12} width="40%" mt={8} />
              </div>
            </div>
            <Skeleton height={180} mt={16} />
          </div>
        ))}
      </div>
    </>
  );
}

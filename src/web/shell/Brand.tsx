// The product's mark and name.
import type { JSX } from 'react';
import { useTexts } from '../messages/index.ts';
import classes from './Brand.module.css';

/** `markOnly`: without the name, where there is no room for it. */
export function Brand({ markOnly = false }: { markOnly?: boolean }): JSX.Element {
  const { t } = useTexts();
  return (
    <span className={classes['brand']}>
      <img src="/favicon.svg" width={36} height={36} alt={markOnly ? t('common.brand') : ''} />
      {markOnly ? null : (
        <span className={classes['words']}>
          <span className={classes['name']}>{t('common.brand')}</span>
          <span lang="ur" dir="rtl" className={classes['urdu']}>
            {t('common.brandUrdu')}
          </span>
        </span>
      )}
    </span>
  );
}

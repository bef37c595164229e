// The product's mark and name.
import type { JSX } from 'react';
import { useLanguage, useTexts } from '../../messages/index.ts';
import { UrduWord } from '../../ui/controls/UrduWord.tsx';
import classes from './navigation.module.css';

/** `markOnly`: without the name, where there is no room. */
export function Brand({ markOnly = false }: { markOnly?: boolean }): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  return (
    <span className={classes['brand']}>
      <img src="/favicon.svg" width={36} height={36} alt={markOnly ? t('common.brand') : ''} />
      {markOnly ? null : (
        <span data-brand-words className={classes['words']}>
          <span className={classes['name']}>{t('common.brand')}</span>
          <span className={classes['otherScript']}>
            {language === 'ur' ? (
              <span lang="en">{t('common.brandInOtherScript')}</span>
            ) : (
              <UrduWord word="jurmana" label={t('common.brandInOtherScript')} />
            )}
          </span>
        </span>
      )}
    </span>
  );
}

// How the organisation wants to be paid, shown with what a member owes (OVERVIEW-19).
import type { JSX } from 'react';
import { readPayPicture } from '../../../contract/settings/organisation.ts';
import { howToPayIn } from '../../../core/people/reminder.ts';
import { splitAtNumbers } from '../../../core/text/isolation.ts';
import { addressOf } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../messages/index.ts';
import classes from './overview.module.css';
import type { OverviewPage } from './useOverview.ts';

export function HowToPay({ picture, ...said }: NonNullable<OverviewPage['howToPay']>): JSX.Element {
  const { t } = useTexts();
  const text = howToPayIn(useLanguage(), said);
  return (
    <div className={classes['how']}>
      <h3 className={classes['howTitle']}>{t('overview.own.howToPay')}</h3>
      {text !== '' && (
        <p className={classes['howText']}>
          <bdi>
            {/* Among Urdu words the groups of a number would change places and the money would go elsewhere. */}
            {splitAtNumbers(text).map((part, place) =>
              place % 2 === 0 ? (
                part
              ) : (
                <bdi key={place} dir="ltr">
                  {part}
                </bdi>
              ),
            )}
          </bdi>
        </p>
      )}
      {picture !== null && (
        <details>
          <summary className={classes['code']}>{t('overview.own.payPicture')}</summary>
          <img
            className={classes['picture']}
            src={addressOf(readPayPicture, { params: { version: picture } })}
            alt={t('overview.own.payPicture')}
            loading="lazy"
          />
        </details>
      )}
    </div>
  );
}

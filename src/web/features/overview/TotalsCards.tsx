// The four cards above the users: of the organisation for the administrator, the own ones for a member.
import { Skeleton } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Money } from '../../ui/Money.tsx';
import classes from './overview.module.css';
import type { OverviewPage } from './useOverview.ts';

/** Undefined totals: they are on their way. */
export function TotalsCards({ totals }: { totals: OverviewPage['totals'] | undefined }): JSX.Element {
  const { t } = useTexts();
  const cards: { card: 'total' | 'pending' | 'collected' | 'rate'; figure: ReactNode }[] = [
    { card: 'total', figure: totals && <Money rupees={totals.totalFinesAmount} format="whole" /> },
    { card: 'pending', figure: totals && <Money rupees={totals.pendingFinesAmount} format="whole" /> },
    { card: 'collected', figure: totals && <Money rupees={totals.collectedAmount} format="whole" /> },
    { card: 'rate', figure: totals && t('common.percent', { percent: totals.collectionRate }) },
  ];
  return (
    <section aria-label={t('overview.cards.label')} className={classes['cards']}>
      {cards.map(({ card, figure }) => (
        <div key={card} className={classes['card']} data-card={card}>
          <h2 className={classes['cardTitle']}>{t(`overview.cards.${card}.title`)}</h2>
          <div className={classes['figure']}>{figure ?? <Skeleton height={24} width="70%" />}</div>
          <p className={classes['cardNote']}>{t(`overview.cards.${card}.subtitle`)}</p>
        </div>
      ))}
    </section>
  );
}

// The four cards above the users: the organisation's totals for the administrator, a member's own for a member.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import type { OverviewPage } from './useOverview.ts';

interface TotalsCardsProps {
  /** undefined while they are loading, or after loading has `failed` */
  totals: OverviewPage['totals'] | undefined;
  /** They are a member's own, and the labels say so. */
  own: boolean;
  failed: boolean;
}

export function TotalsCards({ totals, own, failed }: TotalsCardsProps): JSX.Element {
  const { t } = useTexts();
  const cards = [
    { key: 'total', figure: totals && moneyText(totals.totalFinesAmount, 'whole') },
    { key: 'pending', leads: true, figure: totals && moneyText(totals.pendingFinesAmount, 'whole') },
    { key: 'collected', leads: true, figure: totals && moneyText(totals.collectedAmount, 'whole') },
    { key: 'rate', figure: totals && t('common.percent', { percent: totals.collectionRate }) },
  ] as const;
  return (
    <FigureCards
      label={t('overview.cards.label')}
      failed={failed}
      noted={own}
      cards={cards.map(({ key, ...card }) => ({
        ...card,
        key,
        title: t(`overview.cards.${key}.title`),
        note: t(own ? `overview.cards.${key}.own` : `overview.cards.${key}.subtitle`),
      }))}
    />
  );
}

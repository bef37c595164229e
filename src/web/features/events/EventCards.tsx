// The three cards above the table: what was collected, what the events used of it, what is left.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import type { EventList } from './event-list.ts';

/** The list is undefined while it is loading, or after loading has `failed`. */
export function EventCards({ list, failed }: { list: EventList | undefined; failed: boolean }): JSX.Element {
  const { t } = useTexts();
  const totals = list?.totals;
  const overspent = totals !== undefined && totals.availableBalance < 0;
  const planned = list?.planned ?? 0;
  const cards = [
    { key: 'collected', rupees: totals?.collectedAmount, note: t('events.cards.collectedNote') },
    {
      key: 'used',
      rupees: totals?.usedAmount,
      note: t(planned > 0 ? 'events.cards.plannedNote' : 'events.cards.usedNote', {
        count: list?.totalItems ?? 0,
        amount: moneyText(planned, 'rs'),
      }),
    },
    {
      key: 'balance',
      rupees: totals?.availableBalance,
      note:
        totals !== undefined && totals.creditHeld > 0
          ? t('events.cards.creditNote', { amount: moneyText(totals.creditHeld, 'rs') })
          : t(
              overspent
                ? 'events.cards.overspent'
                : planned > 0
                  ? 'events.cards.plannedBalanceNote'
                  : 'events.cards.balanceNote',
            ),
    },
  ] as const;
  return (
    <FigureCards
      label={t('events.cards.label')}
      failed={failed}
      noteLines={2}
      cards={cards.map(({ key, rupees, note }) => ({
        key,
        title: t(`events.cards.${key}`),
        figure: rupees === undefined ? undefined : moneyText(rupees, 'rs'),
        negative: (rupees ?? 0) < 0,
        note: rupees === undefined ? null : note,
      }))}
    />
  );
}

// The three cards above the table: what was collected, what the events used of it, what is left.
import { Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Money } from '../../ui/Money.tsx';
import type { EventList } from './event-list.ts';
import classes from './events.module.css';

/** Undefined list: it is on its way, or `failed` to come. */
export function EventCards({ list, failed }: { list: EventList | undefined; failed: boolean }): JSX.Element {
  const { t } = useTexts();
  const totals = list?.totals;
  const overspent = totals !== undefined && totals.availableBalance < 0;
  const cards = [
    { title: t('events.cards.collected'), rupees: totals?.collectedAmount, note: t('events.cards.collectedNote') },
    {
      title: t('events.cards.used'),
      rupees: totals?.usedAmount,
      note: t('events.cards.usedNote', { count: list?.totalItems ?? 0 }),
    },
    {
      title: t('events.cards.balance'),
      rupees: totals?.availableBalance,
      note: t(overspent ? 'events.cards.overspent' : 'events.cards.balanceNote'),
    },
  ];
  return (
    <section aria-label={t('events.cards.label')} className={classes['cards']}>
      {cards.map(({ title, rupees, note }) => (
        <div key={title} className={classes['card']}>
          <h2 className={classes['cardTitle']}>{title}</h2>
          <div className={classes['figure']}>
            {rupees !== undefined ? (
              <Money rupees={rupees} format="rs" />
            ) : failed ? (
              '—'
            ) : (
              <Skeleton height={28} width={180} mt={6} />
            )}
          </div>
          <p className={classes['cardNote']}>{rupees === undefined ? '\u00a0' : note}</p>
        </div>
      ))}
    </section>
  );
}

// The four figures at the top: what was fined, what is pending, what came in, and how many take part.
import { Skeleton } from '@mantine/core';
import { IconCash, IconHourglass, IconReceipt, IconUsers } from '@tabler/icons-react';
import type { CSSProperties, JSX, ReactNode } from 'react';
import { readTotals } from '../../../contract/overview.ts';
import { formatCount } from '../../../core/count.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { moneyText } from '../../ui/Money.tsx';
import classes from './dashboard.module.css';
import { useLastingError } from './reads.ts';

export function DashboardCards(): JSX.Element {
  const { t } = useTexts();
  const read = useRead(readTotals, {});
  const failed = useLastingError(read) !== null;
  const { data } = read;
  const { totals } = data ?? {};

  const cards: { key: string; icon: ReactNode; title: string; figure?: string; note?: string }[] = [
    {
      key: 'total',
      icon: <IconReceipt size={20} aria-hidden />,
      title: t('dashboard.cards.total'),
      ...(data && {
        figure: moneyText(data.totals.totalFinesAmount, 'whole'),
        note: t('dashboard.cards.average', { amount: moneyText(data.averagePerUser, 'whole') }),
      }),
    },
    {
      key: 'pending',
      icon: <IconHourglass size={20} aria-hidden />,
      title: t('dashboard.cards.pending'),
      ...(totals && {
        figure: moneyText(totals.pendingFinesAmount, 'whole'),
        note: t('dashboard.cards.pendingCount', { count: totals.fineCount - totals.paidCount }),
      }),
    },
    {
      key: 'collected',
      icon: <IconCash size={20} aria-hidden />,
      title: t('dashboard.cards.collected'),
      ...(totals && {
        figure: moneyText(totals.collectedAmount, 'whole'),
        note: t('dashboard.cards.collectedRate', { percent: totals.collectionRate }),
      }),
    },
    {
      key: 'users',
      icon: <IconUsers size={20} aria-hidden />,
      title: t('dashboard.cards.activeUsers'),
      ...(data && {
        figure: formatCount(data.activeUsers),
        note: t('dashboard.cards.recent', { count: data.recentlyFinedUsers }),
      }),
    },
  ];
  // One size for all four figures: the largest at which the longest fits its card.
  const longest = Math.max(8, ...cards.map(({ figure }) => figure?.length ?? 0));

  return (
    <section
      aria-label={t('dashboard.cards.label')}
      aria-busy={data === undefined && !failed}
      className={classes['cards']}
      style={{ '--longest': longest } as CSSProperties}
    >
      {cards.map(({ key, icon, title, figure, note }) => (
        <div key={key} className={classes['card']}>
          <h2 className={classes['cardTitle']}>
            <span className={classes['cardIcon']} data-card={key}>
              {icon}
            </span>
            {title}
          </h2>
          <div className={classes['figure']}>
            {figure ?? (failed ? t('dashboard.cards.unknown') : <Skeleton height={26} width="80%" mt={6} />)}
          </div>
          <p className={classes['cardNote']}>{note}</p>
        </div>
      ))}
    </section>
  );
}

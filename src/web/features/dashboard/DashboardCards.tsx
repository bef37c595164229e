// The figures at the top: what was fined, what is pending, what came in, and how many take part.
import { IconCash, IconHourglass, IconReceipt, IconUsers } from '@tabler/icons-react';
import type { JSX } from 'react';
import { readTotals } from '../../../contract/overview.ts';
import { formatCount } from '../../../core/text/count.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import type { FigureCard } from '../../ui/layout/FigureCards.tsx';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import { useStickyError } from './queries.ts';

export function DashboardCards(): JSX.Element {
  const { t } = useTexts();
  const read = useRead(readTotals, {});
  const failed = useStickyError(read) !== null;
  const { data } = read;
  const { totals } = data ?? {};

  const cards: FigureCard[] = [
    {
      key: 'total',
      icon: { icon: <IconReceipt size={20} aria-hidden /> },
      title: t('dashboard.cards.total'),
      figure: totals ? moneyText(totals.totalFinesAmount, 'whole') : undefined,
      note: data && t('dashboard.cards.average', { amount: moneyText(data.averagePerUser, 'whole') }),
    },
    {
      key: 'pending',
      leads: true,
      icon: { icon: <IconHourglass size={20} aria-hidden />, tone: 'waiting' },
      title: t('dashboard.cards.pending'),
      figure: totals ? moneyText(totals.pendingFinesAmount, 'whole') : undefined,
      note: data && t('dashboard.cards.pendingCount', { count: data.openFines }),
    },
    {
      key: 'collected',
      leads: true,
      icon: { icon: <IconCash size={20} aria-hidden />, tone: 'good' },
      title: t('dashboard.cards.collected'),
      figure: totals ? moneyText(totals.collectedAmount, 'whole') : undefined,
      note: totals && t('dashboard.cards.collectedRate', { percent: totals.collectionRate }),
    },
    {
      key: 'users',
      icon: { icon: <IconUsers size={20} aria-hidden /> },
      title: t('dashboard.cards.activeUsers'),
      figure: data ? formatCount(data.activeUsers) : undefined,
      note: data && t('dashboard.cards.recent', { count: data.recentlyFinedUsers }),
    },
  ];
  return (
    <FigureCards
      label={t('dashboard.cards.label')}
      cards={cards}
      failed={failed}
      busy={data === undefined && !failed}
      noteLines={2}
    />
  );
}

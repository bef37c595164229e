// The three figures above the payments, regardless of the filter: today, this month, and what is held as credit.
import type { JSX } from 'react';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import type { PaymentsList } from './PaymentsFooter.tsx';

export function PaymentsCards({ list, failed }: { list: PaymentsList | undefined; failed: boolean }): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const figure = (rupees: number | undefined) => ({
    figure: rupees === undefined ? undefined : moneyText(rupees, 'rs'),
    negative: (rupees ?? 0) < 0,
  });
  return (
    <FigureCards
      label={t('payments.cards.label')}
      failed={failed}
      cards={[
        {
          key: 'today',
          title: t('payments.cards.today'),
          ...figure(list?.receivedToday),
          note: t('payments.cards.onDay', { day: dayText(today) }),
        },
        {
          key: 'month',
          title: t('payments.cards.month'),
          ...figure(list?.receivedThisMonth),
          note: t('payments.cards.since', { day: dayText(`${today.slice(0, 8)}01`) }),
        },
        {
          key: 'credit',
          title: t('payments.cards.credit'),
          ...figure(list?.creditHeld),
          note: t('payments.cards.creditNote'),
        },
      ]}
    />
  );
}

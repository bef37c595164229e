// How many payments the filter finds, and how much was received, taken back, and remains.
import type { JSX } from 'react';
import type { Output } from '../../../contract/operation.ts';
import type { listPayments } from '../../../contract/money/payments.ts';
import { useTexts } from '../../messages/index.ts';
import { FOCUS_AFTER_DELETION } from '../../ui/dialogs/focus.ts';
import { Money } from '../../ui/money/Money.tsx';
import { less } from '../../ui/money/rupees.ts';
import classes from './payments.module.css';

export type PaymentsList = Output<typeof listPayments>;

export function PaymentsFooter({ list }: { list: PaymentsList }): JSX.Element {
  const { t } = useTexts();
  const { received, reversed } = list;
  if (list.more) {
    return (
      <p role="status" className={classes['sums']} {...FOCUS_AFTER_DELETION}>
        {t('payments.footer.more', { count: list.totalItems })}
      </p>
    );
  }
  const figures = { received, reversed, remains: less(received, [reversed]) };
  return (
    <div className={classes['sums']}>
      <p role="status" {...FOCUS_AFTER_DELETION}>
        {t('payments.footer.count', { count: list.totalItems })}
      </p>
      <dl>
        {(['received', 'reversed', 'remains'] as const).map((key) => (
          <div key={key} data-key={key}>
            <dt>{t(`payments.footer.${key}`)}</dt>
            <dd>
              <Money rupees={figures[key]} format="rs" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

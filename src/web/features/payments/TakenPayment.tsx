// What was taken, right after it was: the receipt's number and where to print and share it.
import { IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import { nameText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { receiptPath } from '../../paths.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/Money.tsx';
import classes from './collect.module.css';
import type { Taken } from './collection.ts';
import { ShareReceipt } from './ShareReceipt.tsx';

export function TakenPayment({ taken: { payment, credit, pendingFine } }: { taken: Taken }): JSX.Element {
  const { t } = useTexts();
  return (
    <div className={classes['taken']} role="status">
      {payment === null ? (
        <p className={classes['member']}>{t('collect.creditOnly')}</p>
      ) : (
        <p className={classes['member']}>
          <strong className={classes['receipt']}>
            <bdi>{payment.receipt}</bdi>
          </strong>
          <span>
            {t('collect.received', { amount: moneyText(payment.amount, 'rs'), name: nameText(payment.userName) })}
          </span>
        </p>
      )}
      <p className={classes['outcome']}>
        {pendingFine > 0 ? t('collect.stillOwed', { amount: moneyText(pendingFine, 'rs') }) : t('collect.owesNothing')}
        {credit > 0 && ` ${t('collect.creditNow', { amount: moneyText(credit, 'rs') })}`}
      </p>
      {payment !== null && payment.receipt !== null && (
        <div className={classes['buttons']}>
          <LinkButton
            to={`${receiptPath(payment.receipt)}?print`}
            newTab
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
          >
            {t('collect.print')}
          </LinkButton>
          <ShareReceipt payment={payment} owed={pendingFine} />
        </div>
      )}
    </div>
  );
}

// The payment that was just taken: its receipt number, what it paid, and where to print and share the receipt.
import { useHotkeys } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useRef } from 'react';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { receiptPath } from '../../../routing/paths.ts';
import { hotkeysOf } from '../../../ui/keys/keys.ts';
import { KeyHint } from '../../../ui/keys/KeyHint.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import classes from './collect.module.css';
import type { Taken } from './collection.ts';
import { ShareReceipt } from '../receipts/ShareReceipt.tsx';

export function TakenPayment({ taken }: { taken: Taken }): JSX.Element {
  const { payment, paid, toCredit, credit, pendingFine } = taken;
  const { t } = useTexts();
  const print = useRef<HTMLAnchorElement>(null);
  // The browser's own shortcut would print the dialog.
  useHotkeys(
    hotkeysOf('print', (event) => {
      if (print.current === null) return;
      event.preventDefault();
      if (!event.repeat) print.current.click();
    }),
    [],
  );
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
            {t('collect.received', { amount: moneyText(payment.amount, 'rs'), name: recordedText(payment.userName) })}
          </span>
        </p>
      )}
      <Went paid={paid} toCredit={toCredit} />
      <p className={classes['outcome']}>
        {pendingFine > 0 ? t('collect.stillOwed', { amount: moneyText(pendingFine, 'rs') }) : t('collect.owesNothing')}
        {credit > 0 && ` ${t('collect.creditNow', { amount: moneyText(credit, 'rs') })}`}
      </p>
      {payment !== null && payment.receipt !== null && (
        <div className={classes['buttons']}>
          <KeyHint of="print">
            <LinkButton
              ref={print}
              to={`${receiptPath(payment.receipt)}?print`}
              newTab
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {t('collect.print')}
            </LinkButton>
          </KeyHint>
          <ShareReceipt payment={payment} owed={pendingFine} />
        </div>
      )}
    </div>
  );
}

/**
 * All that it paid, whether with the money or with credit, and what became credit. Both are missing in what an older
 * version stored.
 */
function Went({ paid = [], toCredit = 0 }: Partial<Pick<Taken, 'paid' | 'toCredit'>>): JSX.Element | null {
  const { t } = useTexts();
  if (paid.length === 0 && toCredit === 0) return null;
  return (
    <section className={classes['fines']} aria-label={t('collect.fines')}>
      <ul>
        {paid.map((fine, place) => (
          <li key={place} className={classes['paidFine']}>
            <span className={classes['what']}>
              <span dir="auto">{typeText(fine.fineType)}</span>
              <time dateTime={fine.date} className={classes['aside']}>
                {dayText(fine.date)}
              </time>
            </span>
            <span className={classes['figure']}>
              <Money rupees={fine.paid} format="rs" />
              {fine.fromCredit > 0 && (
                <small className={classes['aside']}>
                  {fine.fromCredit === fine.paid
                    ? t('collect.fromCredit')
                    : t('collect.partFromCredit', { amount: moneyText(fine.fromCredit, 'rs') })}
                </small>
              )}
            </span>
          </li>
        ))}
        {toCredit > 0 && (
          <li className={classes['paidFine']}>
            <span>{t('collect.becameCredit')}</span>
            <Money rupees={toCredit} format="rs" />
          </li>
        )}
      </ul>
    </section>
  );
}

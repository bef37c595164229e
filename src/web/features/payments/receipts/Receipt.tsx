// The content of a receipt. It stays the same for years: only what has been taken back since is added below (PAY-10).
import type { JSX } from 'react';
import type { Receipt as ReceiptData } from '../../../../contract/money/payments.ts';
import type { Letterhead } from '../../../../contract/settings/organisation.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import { MoneyFacts } from './MoneyFacts.tsx';
import classes from './receipts.module.css';
import { Slip } from './Slip.tsx';

interface ReceiptProps {
  receipt: ReceiptData;
  organisation: Letterhead;
  /** To be called when the logo has loaded, or cannot be shown. */
  onLogo: () => void;
}

export function Receipt({ receipt, organisation, onLogo }: ReceiptProps): JSX.Element {
  const { t } = useTexts();
  const { payment, owedAfter } = receipt;
  return (
    <Slip
      title={t('payments.receipt.title', { number: payment.receipt ?? '' })}
      organisation={organisation}
      onLogo={onLogo}
      reversals={payment.reversals}
    >
      <MoneyFacts
        facts={{
          ...payment,
          person: t('payments.receipt.from'),
          day: { label: t('payments.receipt.day'), day: payment.receivedOn },
          by: { label: t('payments.receipt.receivedBy'), who: payment.receivedBy, id: payment.receivedById },
        }}
        rest={{ label: t('payments.receipt.owed'), rupees: owedAfter, note: dueNote(receipt, t) }}
      >
        <Paid receipt={receipt} />
      </MoneyFacts>
    </Slip>
  );
}

/** When the rest was to be paid, as of that time (DUE-7); null if none of it had a due day. */
function dueNote({ overdueAfter, nextDue }: ReceiptData, t: Translate): string | null {
  const notes = [
    ...(overdueAfter > 0 ? [t('common.fine.overdueOf', { amount: moneyText(overdueAfter, 'rs') })] : []),
    ...(nextDue ? [t('payments.receipt.due', { day: dayText(nextDue) })] : []),
  ];
  return notes.length === 0 ? null : notes.join(' · ');
}

function Paid({ receipt: { payment, fines, toCredit } }: { receipt: ReceiptData }): JSX.Element {
  const { t } = useTexts();
  return (
    <table aria-label={t('payments.receipt.fines')} className={classes['fines']}>
      <thead>
        <tr>
          <th scope="col">{t('payments.receipt.fine')}</th>
          <th scope="col">{t('payments.receipt.date')}</th>
          <th scope="col">{t('payments.receipt.paid')}</th>
        </tr>
      </thead>
      <tbody>
        {fines.map(({ fineType, date, paid }, place) => (
          <tr key={place}>
            <td>
              <bdi>{typeText(fineType)}</bdi>
            </td>
            <td>
              <time dateTime={date}>{dayText(date)}</time>
            </td>
            <td>
              <Money rupees={paid} format="rs" />
            </td>
          </tr>
        ))}
        {toCredit > 0 && (
          <tr>
            <td colSpan={2}>{t('payments.receipt.toCredit')}</td>
            <td>
              <Money rupees={toCredit} format="rs" />
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('payments.receipt.total')}
          </th>
          <td>
            <Money rupees={payment.amount} format="rs" />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

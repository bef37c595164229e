// What a receipt says. It is the same after years: only what was taken back since is added below (PAY-10).
import type { JSX, ReactNode } from 'react';
import type { Payment, Receipt as ReceiptData } from '../../../contract/payments.ts';
import { amountInWords } from '../../../core/amount-in-words.ts';
import { paisaFromRupees } from '../../../core/money.ts';
import { dayText, nameText } from '../../messages/formats.ts';
import { useLanguage, useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/Card.tsx';
import { Money, moneyText } from '../../ui/Money.tsx';
import { type Organisation, OrganisationHead } from './OrganisationHead.tsx';
import classes from './receipt.module.css';

interface ReceiptProps {
  receipt: ReceiptData;
  organisation: Organisation;
  /** The logo is there, or cannot be shown. */
  onLogo: () => void;
}

export function Receipt({ receipt, organisation, onLogo }: ReceiptProps): JSX.Element {
  const { t } = useTexts();
  const { payment, owedAfter } = receipt;
  const title = t('payments.receipt.title', { number: payment.receipt ?? '' });
  return (
    <Card component="section" aria-label={title} className={classes['paper'] ?? ''}>
      <OrganisationHead organisation={organisation} onLogo={onLogo} />
      <p className={classes['title']}>{title}</p>
      <Facts payment={payment} />
      <Paid receipt={receipt} />
      <p className={classes['owed']}>
        <span>{t('payments.receipt.owed')}</span>
        <strong>
          <Money rupees={owedAfter} format="rs" />
        </strong>
      </p>
      {payment.reversals.length > 0 && <TakenBack payment={payment} />}
      {organisation.receiptFoot !== '' && (
        <p className={classes['foot']}>
          <bdi>{organisation.receiptFoot}</bdi>
        </p>
      )}
    </Card>
  );
}

function Facts({ payment }: { payment: Payment }): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  const paisa = paisaFromRupees(payment.amount);
  return (
    <dl className={classes['facts']}>
      <Fact label={t('payments.receipt.from')}>
        <strong>
          <bdi>{nameText(payment.userName)}</bdi>
        </strong>{' '}
        <small>{t('payments.receipt.memberId', { id: payment.userId })}</small>
      </Fact>
      <Fact label={t('payments.receipt.day')}>
        <time dateTime={payment.receivedOn}>{dayText(payment.receivedOn)}</time>
      </Fact>
      <Fact label={t('payments.receipt.amount')} whole>
        <strong className={classes['amount']}>
          <Money rupees={payment.amount} format="rs" />
        </strong>
      </Fact>
      {paisa !== null && (
        <Fact label={t('payments.receipt.inWords')} whole>
          {amountInWords(paisa, language)}
        </Fact>
      )}
      <Fact label={t('payments.receipt.method')}>{t(`common.method.${payment.method}`)}</Fact>
      {payment.receivedBy !== null && (
        <Fact label={t('payments.receipt.receivedBy')}>
          <bdi>{payment.receivedBy}</bdi>
        </Fact>
      )}
      {payment.reference !== '' && (
        <Fact label={t('payments.receipt.reference')} whole>
          <bdi>{payment.reference}</bdi>
        </Fact>
      )}
      {payment.note !== '' && (
        <Fact label={t('payments.receipt.note')} whole>
          <bdi className={classes['lines']}>{payment.note}</bdi>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, whole, children }: { label: string; whole?: boolean; children: ReactNode }): JSX.Element {
  return (
    <div data-whole={whole}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
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
              <bdi>{fineType}</bdi>
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

function TakenBack({ payment: { reversals } }: { payment: Payment }): JSX.Element {
  const { t } = useTexts();
  return (
    <section aria-label={t('payments.receipt.takenBack')} className={classes['takenBack']}>
      <p className={classes['takenBackTitle']}>{t('payments.receipt.takenBack')}</p>
      <ul>
        {reversals.map(({ amount, reason, day, madeBy }, place) => (
          <li key={place}>
            <span>
              {t('payments.receipt.reversal', { amount: moneyText(amount, 'rs'), day: dayText(day), who: madeBy })}
            </span>
            <span>
              <bdi className={classes['lines']}>{reason}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

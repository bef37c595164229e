// The payments: a table; where its frame is too narrow for the columns, the rows are cards.
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import type { JSX } from 'react';
import { memo, useEffect, useRef } from 'react';
import type { Payment } from '../../../contract/money/payments.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { dayText, nameText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { receiptPath } from '../../routing/paths.ts';
import { focusIfLost } from '../../ui/dialogs/focus.ts';
import { IconAction } from '../../ui/controls/IconAction.tsx';
import { Money, moneyText } from '../../ui/money/Money.tsx';
import { leftOf } from '../../ui/money/payment-figures.ts';
import classes from './rows.module.css';
import { reversePayment } from '../../../contract/money/payments.ts';
import { useMay, useMayChange } from '../../api/permission.ts';

const COLUMNS = ['receipt', 'date', 'member', 'method', 'reference', 'amount', 'receivedBy', 'actions'] as const;

interface PaymentsTableProps {
  payments: readonly Payment[];
  /** The rows are of the filter or page before. */
  stale: boolean;
  onTakeBack: (payment: Payment) => void;
}

/** Memoized: a press elsewhere on the screen must not wait for its rows. */
export const PaymentsTable = memo(ShownPaymentsTable);

function ShownPaymentsTable({ payments, stale, onTakeBack }: PaymentsTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <div className={classes['frame']} data-stale={stale || undefined} aria-busy={stale}>
      <table className={classes['table']} aria-label={t('payments.table.label')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={classes[column]}
                data-screen-only={column === 'actions' || undefined}
              >
                {t(`payments.table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} onTakeBack={onTakeBack} />
        ))}
      </table>
    </div>
  );
}

function Row({ payment, onTakeBack }: { payment: Payment; onTakeBack: (payment: Payment) => void }): JSX.Element {
  const { t } = useTexts();
  const { receipt, amount, method, reference, receivedOn, receivedBy, reversals } = payment;
  const isGone = leftOf(payment) === 0;
  useFocusAfter(isGone);
  return (
    <tbody data-gone={isGone || undefined}>
      <tr>
        <td className={classes['receipt']}>
          {receipt === null ? (
            <span className={classes['none']}>{t('payments.table.noReceipt')}</span>
          ) : (
            <a href={`#${receiptPath(receipt)}`} className={classes['link']}>
              <Struck when={isGone} text={receipt} />
            </a>
          )}
        </td>
        <td className={classes['date']}>
          <time dateTime={receivedOn}>{dayText(receivedOn)}</time>
        </td>
        <td className={classes['member']}>
          <Member payment={payment} />
        </td>
        <td className={classes['method']}>{t(`common.method.${method}`)}</td>
        <td className={classes['reference']}>
          <bdi>{reference}</bdi>
        </td>
        <td className={classes['amount']}>
          {isGone ? (
            <s>
              <Money rupees={amount} format="rs" />
            </s>
          ) : (
            <Money rupees={amount} format="rs" />
          )}
        </td>
        <td className={classes['receivedBy']}>{receivedBy !== null && <bdi>{nameText(receivedBy)}</bdi>}</td>
        <td className={classes['actions']} data-screen-only>
          <Actions payment={payment} onTakeBack={onTakeBack} />
        </td>
      </tr>
      {reversals.length > 0 && (
        <tr>
          <td colSpan={COLUMNS.length} className={classes['takenBack']}>
            {reversals.map(({ amount: back, day, reason }, place) => (
              <p key={place}>
                {t('payments.table.takenBack', { amount: moneyText(back, 'rs'), day: dayText(day), reason })}
              </p>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** What was pressed is gone with what could be taken back. */
function useFocusAfter(isGone: boolean): void {
  const wasGone = useRef(isGone);
  useEffect(() => {
    if (isGone && !wasGone.current) focusIfLost(null);
    wasGone.current = isGone;
  }, [isGone]);
}

const Struck = ({ when, text }: { when: boolean; text: string }): JSX.Element => (when ? <s>{text}</s> : <>{text}</>);

/** Of a member whose record is gone or nameless, the id as well. */
function Member({ payment: { userId, userName } }: { payment: Payment }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <bdi>{nameText(userName)}</bdi>
      {userName === UNKNOWN_USER && (
        <small className={classes['id']}>{t('payments.receipt.memberId', { id: userId })}</small>
      )}
    </>
  );
}

function Actions({ payment, onTakeBack }: { payment: Payment; onTakeBack: (payment: Payment) => void }): JSX.Element {
  const { t } = useTexts();
  const { receipt, userName, amount } = payment;
  const may = useMay();
  const mayTakeBack = useMayChange().takeBackPayment(payment.id) && may(reversePayment);
  const named = (action: string): string =>
    t('payments.table.action', { action, receipt: receipt ?? '', name: userName, amount: moneyText(amount, 'rs') });
  return (
    <span className={classes['buttons']}>
      {receipt !== null && (
        <IconAction
          label={t('payments.table.view')}
          accessibleLabel={named(t('payments.table.view'))}
          icon={<IconEye size={20} aria-hidden />}
          // As a link would: to the top of the receipt.
          onClick={() => {
            location.hash = receiptPath(receipt);
          }}
        />
      )}
      {mayTakeBack && leftOf(payment) > 0 && (
        <IconAction
          label={t('payments.table.takeBack')}
          accessibleLabel={named(t('payments.table.takeBack'))}
          color="red"
          icon={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => onTakeBack(payment)}
        />
      )}
    </span>
  );
}

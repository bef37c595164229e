// The content of a receipt. It stays the same for years: only what has been taken back since is added below (PAY-10).
import { Group, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { Receipt as ReceiptData, Payment } from '../../../../contract/money/payments.ts';
import type { Letterhead } from '../../../../contract/settings/organisation.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import classes from './receipts.module.css';
import { Slip, AmountFacts, Fact, Facts, NoteFact } from './Slip.tsx';
import { ActorLink, PersonLink } from '../../../ui/people/people.tsx';
import type { Voucher as VoucherAnswer } from '../../../../contract/money/refunds.ts';

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
        rest={{ label: t('payments.receipt.owed'), paisa: owedAfter, note: dueNote(receipt, t) }}
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
              <Money paisa={paid} format="rs" />
            </td>
          </tr>
        ))}
        {toCredit > 0 && (
          <tr>
            <td colSpan={2}>{t('payments.receipt.toCredit')}</td>
            <td>
              <Money paisa={toCredit} format="rs" />
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
            <Money paisa={payment.amount} format="rs" />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

// The facts on a receipt or voucher: who gave what to whom, in figures and words, and what is left afterwards.

interface MoneyFactsProps {
  facts: Pick<Payment, 'userId' | 'userName' | 'amount' | 'method' | 'reference' | 'note'> & {
    /** "Received from" or "Given to" */
    person: string;
    day: { label: string; day: string };
    by: { label: string; who: string | null; id: string | null };
  };
  /** what is left afterwards */
  rest: { label: string; paisa: number; note?: string | null };
  /** what the money was for */
  children?: ReactNode;
}

function MoneyFacts({ facts, rest, children }: MoneyFactsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <Facts>
        <Fact label={facts.person}>
          <strong>
            <PersonLink userId={facts.userId} userName={facts.userName} />
          </strong>{' '}
          <small>{t('payments.receipt.memberId', { id: facts.userId })}</small>
        </Fact>
        <Fact label={facts.day.label}>
          <time dateTime={facts.day.day}>{dayText(facts.day.day)}</time>
        </Fact>
        <AmountFacts label={t('payments.receipt.amount')} paisa={facts.amount} />
        <Fact label={t('payments.receipt.method')}>{t(`common.method.${facts.method}`)}</Fact>
        {facts.by.who !== null && (
          <Fact label={facts.by.label}>
            <ActorLink who={facts.by.who} id={facts.by.id} />
          </Fact>
        )}
        {facts.reference !== '' && (
          <Fact label={t('payments.receipt.reference')} whole>
            <bdi>{facts.reference}</bdi>
          </Fact>
        )}
        <NoteFact note={facts.note} />
      </Facts>
      {children}
      <div className={classes['owed']}>
        <Group justify="space-between" gap="4px 16px">
          <span>{rest.label}</span>
          <Text component="strong" fw={700} fz="min(1em, max(16px, 6vi))">
            <Money paisa={rest.paisa} format="rs" />
          </Text>
        </Group>
        {typeof rest.note === 'string' && (
          <Text mt={8} ta="end" fz="0.9em">
            {rest.note}
          </Text>
        )}
      </div>
    </>
  );
}

// The content of a voucher, on the screen and on paper.

interface VoucherProps {
  voucher: VoucherAnswer;
  organisation: Letterhead;
  onLogo: () => void;
}

export function Voucher({ voucher: { refund, creditAfter }, organisation, onLogo }: VoucherProps): JSX.Element {
  const { t } = useTexts();
  const title = t('payments.voucher.title', { number: refund.voucher });
  return (
    <Slip title={title} organisation={organisation} onLogo={onLogo} reversals={refund.reversals}>
      <MoneyFacts
        facts={{
          ...refund,
          person: t('payments.voucher.to'),
          day: { label: t('payments.voucher.day'), day: refund.givenOn },
          // Members are not told who gave it.
          by: {
            label: t('payments.voucher.givenBy'),
            who: refund.givenBy === '' ? null : refund.givenBy,
            id: refund.givenById,
          },
        }}
        rest={{ label: t('payments.voucher.credit'), paisa: creditAfter }}
      />
    </Slip>
  );
}

// The payments of one page.
import { type JSX, useMemo } from 'react';
import { type Payment, reversePayment } from '../../../contract/money/payments.ts';
import { UNKNOWN_USER } from '../../../core/people/person-name.ts';
import { useTexts } from '../../messages/index.ts';
import { receiptPath } from '../../routing/paths.ts';
import { TextLink } from '../../ui/controls/buttons.tsx';
import { ActorLink, PersonLink } from '../../ui/people/people.tsx';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { moneyText } from '../../ui/money/money.tsx';
import classes from './payments.module.css';
import { isGone, PaperNumber } from './records/RecordParts.tsx';
import { recordColumns, RecordTable, type RecordTableProps } from './records/records.tsx';
import { useMay, useMayChange } from '../../api/session.ts';
import { Textarea, TextInput } from '@mantine/core';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { useTooLong } from '../../ui/forms/fields/checks.ts';

type PaymentColumn = 'receipt' | 'date' | 'member' | 'method' | 'amount' | 'receivedBy' | 'actions';

const LAYOUT: Layout<PaymentColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['member', 'amount'],
      ['method', 'method'],
      ['receipt', 'date'],
      ['receivedBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
};

const LAYOUT_OF_PERSON: Layout<PaymentColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['receipt', 'amount'],
      ['method', 'date'],
      ['receivedBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
};

/** `ofPerson`: all payments are one person's, whose name stands above. */
export function PaymentsTable(props: RecordTableProps<Payment> & { ofPerson: boolean }): JSX.Element {
  const { onTakeBack, ofPerson, ...rows } = props;
  const { t } = useTexts();
  const mayReverse = useMay()(reversePayment);
  const { takeBackPayment } = useMayChange();
  const columns = useMemo<Columns<Payment, PaymentColumn>>(() => {
    const { date, amount, actions } = recordColumns(t, {
      dayOf: ({ receivedOn }: Payment) => receivedOn,
      actionsOf: (payment) => ({
        named: (action) =>
          t('payments.table.action', {
            action,
            receipt: payment.receipt ?? '',
            name: payment.userName,
            amount: moneyText(payment.amount, 'rs'),
          }),
        paper: payment.receipt === null ? undefined : receiptPath(payment.receipt),
        mayTakeBack: mayReverse && takeBackPayment(payment.id),
        onTakeBack: () => onTakeBack(payment),
      }),
    });
    return {
      receipt: {
        label: t('payments.table.receipt'),
        tight: true,
        ...(ofPerson ? { isName: true } : { look: 'aside' }),
        render: (payment) => <ReceiptNumber payment={payment} leads={ofPerson} />,
      },
      date,
      member: !ofPerson && {
        label: t('payments.table.member'),
        isName: true,
        share: '18%',
        look: 'strong',
        render: (payment) => <Member payment={payment} />,
      },
      method: {
        label: t('payments.table.method'),
        share: '33%',
        look: 'aside',
        render: ({ method, reference }) => (
          <bdi>{[t(`common.method.${method}`), reference].filter((text) => text !== '').join(' · ')}</bdi>
        ),
      },
      amount,
      receivedBy: {
        label: t('payments.table.receivedBy'),
        share: '13%',
        look: 'aside',
        render: ({ receivedBy, receivedById }) =>
          receivedBy !== null && <ActorLink who={receivedBy} id={receivedById} />,
      },
      actions,
    };
  }, [t, mayReverse, takeBackPayment, onTakeBack, ofPerson]);
  return (
    <RecordTable
      label={t('payments.table.label')}
      columns={columns}
      layout={ofPerson ? LAYOUT_OF_PERSON : LAYOUT}
      rows={rows}
      paperOf={paperOf}
    />
  );
}

const paperOf = ({ receipt }: Payment): string | null => (receipt === null ? null : receiptPath(receipt));

/** `leads`: the row has no other link; to the receipt a press on it leads too, and "View" in its menu. */
function ReceiptNumber({ payment, leads }: { payment: Payment; leads: boolean }): JSX.Element {
  const { t } = useTexts();
  const { receipt } = payment;
  if (receipt === null) return <span className={classes['aside']}>{t('payments.table.noReceipt')}</span>;
  const number = <PaperNumber number={receipt} isGone={isGone(payment)} />;
  return leads ? <TextLink to={receiptPath(receipt)}>{number}</TextLink> : number;
}

/** If the member's record is gone or has no name, the id as well. */
function Member({ payment: { userId, userName } }: { payment: Payment }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <PersonLink userId={userId} userName={userName} />
      {userName === UNKNOWN_USER && (
        <small className={classes['id']}>{t('payments.receipt.memberId', { id: userId })}</small>
      )}
    </>
  );
}

// The reference and the note of money that is received or given back.

interface RecordTextProps {
  value: string;
  /** why the server refused it */
  error: string | undefined;
  onChange: (text: string) => void;
  disabled?: boolean;
  className?: string | undefined;
}

export function ReferenceInput({ value, error, onChange, ...others }: RecordTextProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return (
    <TextInput
      label={t('collect.reference')}
      autoComplete="off"
      value={value}
      error={error ?? tooLong(value, MAX_LENGTH.reference)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...others}
    />
  );
}

export function NoteInput({ value, error, onChange, ...others }: RecordTextProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return (
    <Textarea
      label={t('collect.note')}
      rows={1}
      autosize
      autoComplete="off"
      value={value}
      error={error ?? tooLong(value, MAX_LENGTH.note)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...others}
    />
  );
}

// Points out earlier payments with the same method and reference; a second one may be intended all the same (PAY-24).
import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { JSX } from 'react';
import { findReference } from '../../../contract/money/payments.ts';
import type { PaymentMethod } from '../../../core/money/payment.ts';
import { useRead } from '../../api/hooks.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { isolated } from '../../messages/translate.ts';
import { bringIntoView } from '../forms/bring-into-view.ts';
import { moneyText } from './money.tsx';
import { leftOf } from './payment-figures.ts';
import classes from './money.module.css';

/** Long enough not to send a request for every letter. */
const TYPING_MS = 200;

/** Uses the texts of the area `collect`. */
export default function SameReference({
  method,
  reference,
}: {
  method: PaymentMethod;
  reference: string;
}): JSX.Element | null {
  const { t } = useTexts();
  const [asked] = useDebouncedValue(reference, TYPING_MS);
  const query = useRead(
    findReference,
    { query: { method, reference: asked } },
    { enabled: asked !== '', keepPrevious: false },
  );
  const found = asked === reference && asked !== '' ? (query.data?.items ?? []) : [];
  if (found.length === 0) return null;
  const lines = found.map((payment) => {
    const left = leftOf(payment);
    const figures = {
      receipt: payment.receipt ?? t('collect.noReceipt'),
      name: isolated(recordedText(payment.userName)),
      amount: moneyText(payment.amount, 'rs'),
      day: dayText(payment.receivedOn),
    };
    return t(left > 0 ? 'collect.alsoOn' : 'collect.alsoOnTakenBack', figures);
  });
  return (
    <Alert
      ref={bringIntoView}
      color="yellow"
      role="status"
      title={t('collect.sameReference')}
      classNames={{ title: classes['noticeTitle'] }}
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
}

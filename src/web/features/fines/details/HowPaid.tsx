// How fines marked as paid were paid: the method and reference, for one fine or for several (LIST-9).
import { TextInput } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { areaTexts, useTexts } from '../../../messages/index.ts';
import { useBusy } from '../../../ui/controls/buttons.tsx';
import { MethodSelect } from '../../../ui/forms/fields/MethodSelect.tsx';
import { isUnseenDouble } from '../../../ui/money/unseen-double.ts';
import classes from '../fines.module.css';

export interface MarkedPayment {
  method: PaymentMethod;
  reference: string;
}

export const IN_CASH: MarkedPayment = { method: 'Cash', reference: '' };

/** Fetched with the first letter of a reference, or ahead of time: most payments have none. */
const sameReference = lazyPart(() => import('../../../ui/money/same-reference.tsx'), areaTexts('collect'));

/** Looks up the reference before the payment is saved; meanwhile `lookingUp` keeps it from being sent twice. */
export function useReferenceCheck(): { lookingUp: boolean; check: (payment: MarkedPayment) => Promise<boolean> } {
  const [lookingUp, during] = useBusy();
  return {
    lookingUp,
    /** False if earlier payments with this reference have yet to be pointed out. */
    check: async ({ method, reference }) => {
      const isUnseen = await during(() => isUnseenDouble(method, reference.trim()));
      return !isUnseen;
    },
  };
}

export function HowPaid(props: {
  payment: MarkedPayment;
  onChange: (payment: MarkedPayment) => void;
  onEnter: () => void;
}): ReactNode {
  const { payment, onChange, onEnter } = props;
  const { t } = useTexts();
  return (
    <div className={classes['questionPair']}>
      <MethodSelect
        label={t('fines.confirmPaid.method')}
        value={payment.method}
        onChange={(method) => onChange({ ...payment, method })}
      />
      <TextInput
        label={t('fines.confirmPaid.reference')}
        autoComplete="off"
        maxLength={MAX_LENGTH.reference}
        value={payment.reference}
        onChange={(event) => onChange({ ...payment, reference: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter();
        }}
      />
      {payment.reference !== '' && (
        <div className={classes['notice']}>
          <Suspense>
            <sameReference.Screen method={payment.method} reference={payment.reference.trim()} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

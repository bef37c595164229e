// Asks once before several fines are marked paid: how many, their sum, whose they are, and how they were paid.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useLast } from '../../../ui/dialogs/useOpening.ts';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import { HowPaid, type MarkedPayment, useReferenceCheck } from '../details/HowPaid.tsx';
import classes from './questions.module.css';
import { owedOf } from './sums.ts';
import { type Asking, useAsked } from './useAsked.ts';

export interface PayQuestion extends Asking {
  /** as they are now */
  fines: readonly Fine[];
}

export function ConfirmPayment(props: {
  /** null while nothing is asked */
  question: PayQuestion | null;
  onConfirm(fines: readonly Fine[], payment: MarkedPayment): void;
  onClose(): void;
}): ReactNode {
  const { question, onConfirm, onClose } = props;
  const { t } = useTexts();
  const { payment, setPayment, changed, figures } = useAsked(question);
  const { lookingUp, check } = useReferenceCheck();
  const confirm = async (): Promise<void> => {
    if (question === null || lookingUp || !(await check(payment))) return;
    onConfirm(question.fines, payment);
  };
  // The words stay while the dialog fades out.
  const shown = useLast(question)?.fines ?? [];
  return (
    <ConfirmDialog
      opened={question !== null}
      title={t('fines.confirmPaid.title')}
      step={figures}
      message={
        <>
          {changed && (
            <Alert color="yellow" role="alert" mb="sm">
              {t('fines.ticked.changed')}
            </Alert>
          )}
          <p className={classes['text']}>
            {t('fines.ticked.question', { count: shown.length, amount: moneyText(owedOf(shown), 'rs') })}
          </p>
          <ul className={classes['payers']}>
            {[...Map.groupBy(shown, ({ userId }) => userId)].map(([userId, own]) => (
              <li key={userId}>
                <span>
                  <strong dir="auto">{recordedText(own[0]?.userName ?? '')}</strong>
                  <span className={classes['count']}>{t('fines.ticked.ofUser', { count: own.length })}</span>
                </span>
                <Money rupees={owedOf(own)} format="rs" />
              </li>
            ))}
          </ul>
          {owedOf(shown) > 0 && <HowPaid payment={payment} onChange={setPayment} onEnter={() => void confirm()} />}
        </>
      }
      confirmLabel={t('fines.ticked.pay')}
      busy={lookingUp}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

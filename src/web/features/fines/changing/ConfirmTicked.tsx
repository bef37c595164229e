// Asks once before the ticked fines are paid, waived or deleted. It shows how many, their sum and whose they are, and
// takes the payment or the reason.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { MAX_LENGTH, MIN_REASON } from '../../../../core/limits.ts';
import { useDraft } from '../../../api/sending/drafts.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useLast } from '../../../ui/dialogs/useOpening.ts';
import { ReasonInput } from '../../../ui/forms/ReasonInput.tsx';
import { useTooLong } from '../../../ui/forms/fields/too-long.ts';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import { sumOf } from '../../../ui/money/rupees.ts';
import { HowPaid, useReferenceCheck } from '../details/HowPaid.tsx';
import classes from './questions.module.css';
import { owedOf } from './sums.ts';
import { ReducedTogether, useReducedTogether } from './ReducedTogether.tsx';
import { type TickedQuestion, useAsked } from './useAsked.ts';
import { type SeveralChanges, WAIVING_REASON } from './useSeveralChanges.ts';

export function ConfirmTicked(props: {
  /** with the fines as they are now; null while nothing is asked */
  question: (TickedQuestion & { fines: readonly Fine[] }) | null;
  /** `act` carries out what was confirmed. */
  onConfirm: (act: (several: SeveralChanges) => void) => void;
  onClose: () => void;
}): ReactNode {
  const { question, onConfirm, onClose } = props;
  const { t } = useTexts();
  const { payment, setPayment, changed, figures } = useAsked(question);
  const { lookingUp, check } = useReferenceCheck();
  const [reason, setReason] = useDraft(WAIVING_REASON, '');
  const [reasonMissing, setReasonMissing] = useState(false);
  const tooLong = useTooLong()(reason, MAX_LENGTH.reason);
  const told = useReducedTogether(question?.action === 'delete' ? question.fines : []);

  // The words stay while the dialog fades out.
  const last = useLast(question);
  const action = last?.action ?? 'pay';
  // A fine of 0 has nothing to waive.
  const fines = (last?.fines ?? []).filter(({ outstanding }) => action !== 'waive' || outstanding > 0);
  const sum = (all: readonly Fine[]): number =>
    action === 'delete' ? sumOf(all.map(({ amount }) => amount)) : owedOf(all);
  const paid = sumOf(fines.map(({ paidAmount }) => paidAmount));

  const confirm = async (): Promise<void> => {
    if (question === null || lookingUp) return;
    if (action === 'pay') {
      if (await check(payment)) onConfirm(({ pay }) => pay(fines, payment));
    } else if (action === 'delete') {
      onConfirm(({ remove }) =>
        remove(
          fines,
          told.reductions?.map(({ fineId }) => fineId),
        ),
      );
    } else if (reason.trim().length < MIN_REASON) {
      setReasonMissing(true);
    } else if (tooLong === null) {
      onConfirm(({ waive }) => waive(fines, reason.trim()));
    }
  };

  const count = fines.length;
  const amount = moneyText(sum(fines), 'rs');
  const words = {
    pay: {
      title: t('fines.confirmPaid.title'),
      question: t('fines.ticked.question', { count, amount }),
      confirm: t('fines.ticked.pay'),
    },
    waive: {
      title: t('fines.ticked.waiveTitle'),
      question: t('fines.ticked.waiveQuestion', { count, amount }),
      confirm: t('fines.ticked.waive'),
    },
    delete: {
      title: t('fines.ticked.deleteTitle'),
      question: t('fines.ticked.deleteQuestion', { count, amount }),
      confirm: t('fines.ticked.delete'),
    },
  }[action];

  return (
    <ConfirmDialog
      opened={question !== null}
      title={words.title}
      needsServer={action !== 'pay' || t('collect.offline')}
      step={figures}
      message={
        <>
          {changed && (
            <Alert color="yellow" role="alert" mb="sm">
              {t('fines.ticked.changed')}
            </Alert>
          )}
          <p className={classes['text']}>
            {words.question}
            {action === 'delete' && ` ${t('fines.confirmDelete.warning')}.`}
          </p>
          <ul className={classes['payers']}>
            {[...Map.groupBy(fines, ({ userId }) => userId)].map(([userId, own]) => (
              <li key={userId}>
                <span>
                  <strong dir="auto">{recordedText(own[0]?.userName ?? '')}</strong>
                  <span className={classes['count']}>{t('fines.ticked.ofUser', { count: own.length })}</span>
                </span>
                <Money rupees={sum(own)} format="rs" />
              </li>
            ))}
          </ul>
          {action === 'pay' && owedOf(fines) > 0 && (
            <HowPaid payment={payment} onChange={setPayment} onEnter={() => void confirm()} />
          )}
          {action === 'waive' && (
            <ReasonInput
              label={t('fines.waive.reason')}
              required
              readOnly={false}
              value={reason}
              error={reasonMissing ? t('fines.waive.reasonMissing') : undefined}
              onChange={(text) => {
                setReasonMissing(false);
                setReason(text);
              }}
              onEnter={() => void confirm()}
            />
          )}
          {action === 'delete' && (
            <>
              {paid > 0 && <p>{t('fines.ticked.toCredit', { amount: moneyText(paid, 'rs') })}</p>}
              <ReducedTogether told={told} />
            </>
          )}
        </>
      }
      confirmLabel={words.confirm}
      danger={action === 'delete'}
      busy={lookingUp}
      disabled={told.isForbidden}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

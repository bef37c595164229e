// Asks before a fine is marked paid, marked unpaid or deleted (LIST-9), and says how deleting it changes another fine.
import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Deletion, type Fine, readDeletion } from '../../../../contract/fines/fines.ts';
import { readFine } from '../../../../contract/fines/fine-details.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMayChange } from '../../../api/session.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useLast } from '../../../ui/dialogs/dialog-state.ts';
import { FineRest, QuotedFine } from '../../../ui/money/FineState.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { HowPaid, type MarkedPayment, useReferenceCheck } from '../details/HowPaid.tsx';
import classes from '../fines.module.css';
import { type FineQuestion, useFineQuestion } from './questions.ts';

export interface Question extends FineQuestion {
  action: 'mark-paid' | 'mark-unpaid' | 'delete';
  /** as it is now */
  fine: Fine;
}

export function ConfirmAction(props: {
  question: Question | null;
  /** `deletion`: how deleting changes another fine, as it was shown; undefined until known */
  onConfirm(question: Question, deletion: Deletion | undefined, payment: MarkedPayment): void;
  onClose(): void;
}): ReactNode {
  const { question, onConfirm, onClose } = props;
  const { t } = useTexts();
  // The words stay while the dialog fades out.
  const last = useLast(question);
  const { payment, setPayment, changed, figures } = useFineQuestion(
    question && { ...question, fines: [question.fine] },
  );
  const action = last?.action ?? 'delete';
  const fine = last?.fine;

  const foreseen = useRead(
    readDeletion,
    { params: { fineId: fine?.id ?? '' } },
    { enabled: question?.action === 'delete', keepPrevious: false },
  );
  // An answer to an earlier question may no longer be true.
  const deletion = foreseen.isFetching ? undefined : foreseen.data;
  const mayChange = useMayChange();
  const reduced = deletion?.reduction ?? null;
  const isForbidden = reduced !== null && !mayChange.removeFine(reduced.fineId);

  const { lookingUp, check } = useReferenceCheck();
  const confirm = async (): Promise<void> => {
    if (question === null || lookingUp) return;
    if (question.action === 'mark-paid' && !(await check(payment))) return;
    onConfirm(question, deletion, payment);
  };

  const words = {
    'mark-paid': {
      title: t('fines.confirmPaid.title'),
      question: t('fines.confirmPaid.question'),
      confirm: t('fines.markPaid'),
    },
    'mark-unpaid': {
      title: t('fines.confirmUnpaid.title'),
      question: t('fines.confirmUnpaid.question'),
      confirm: t('fines.markUnpaid'),
    },
    delete: {
      title: t('fines.confirmDelete.title'),
      question: t('fines.confirmDelete.warning'),
      confirm: t('fines.delete'),
    },
  }[action];

  return (
    <ConfirmDialog
      opened={question !== null}
      title={words.title}
      needsServer={action !== 'mark-paid' || t('collect.offline')}
      step={figures}
      message={
        fine !== undefined && (
          <>
            {changed && (
              <Alert color="yellow" role="alert" mb="sm">
                {t('fines.changed')}
              </Alert>
            )}
            <Text mb={12}>{words.question}</Text>
            <FineInQuestion fine={fine} />
            {action === 'mark-paid' && fine.outstanding > 0 && (
              <HowPaid payment={payment} onChange={setPayment} onEnter={() => void confirm()} />
            )}
            {action === 'mark-unpaid' && <AlsoPaid fine={fine} asked={question !== null} />}
            {action === 'delete' && fine.paidAmount > 0 && (
              <Text my="md">{t('fines.confirmDelete.toCredit', { amount: moneyText(fine.paidAmount, 'rs') })}</Text>
            )}
            {action === 'delete' && (
              <Consequence deletion={deletion} failed={foreseen.isError}>
                {deletion !== undefined &&
                  deletion.pictures > 0 &&
                  ` ${t('fines.confirmDelete.pictures', { count: deletion.pictures })}`}
                {isForbidden && ` ${t('fines.confirmDelete.notOwn')}`}
              </Consequence>
            )}
          </>
        )
      }
      confirmLabel={words.confirm}
      danger={action === 'delete'}
      busy={lookingUp}
      disabled={isForbidden}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** Receipts that are taken back only in part, for this fine. */
function AlsoPaid({ fine, asked }: { fine: Fine; asked: boolean }): ReactNode {
  const { t } = useTexts();
  const { data } = useRead(readFine, { params: { fineId: fine.id } }, { enabled: asked, keepPrevious: false });
  const parts = (data?.paid ?? []).flatMap(({ payment, left }) =>
    payment !== null && payment.receipt !== null && left > 0 && payment.amount > left
      ? { receipt: payment.receipt, amount: moneyText(left, 'rs') }
      : [],
  );
  return parts.map((part) => <p key={part.receipt}>{t('fines.confirmUnpaid.alsoPaid', part)}</p>);
}

/** The fine a question is about: whose it is, what for, how much and of which day. */
export function FineInQuestion({ fine }: { fine: Fine }): ReactNode {
  const { t } = useTexts();
  return (
    <QuotedFine fine={fine}>
      <span>{t('fines.confirmFigures', { amount: moneyText(fine.amount, 'rs'), date: dayText(fine.date) })}</span>
      <FineRest fine={fine} format="rs" />
    </QuotedFine>
  );
}

/** What happens to another fine. The room for it is reserved from the start, so that no button moves. */
export function Consequence(props: {
  deletion: Deletion | undefined;
  failed: boolean;
  /** said after it */
  children?: ReactNode;
}): ReactNode {
  const { deletion, failed, children } = props;
  const { t } = useTexts();
  const { reduction, surcharges = 0 } = deletion ?? {};
  return (
    <p className={classes['consequence']} aria-live="polite">
      {deletion === undefined
        ? t(failed ? 'fines.confirmDelete.unknown' : 'fines.confirmDelete.looking')
        : !reduction
          ? t('fines.confirmDelete.nothingElse')
          : t(reduction.toGiveBack > 0 ? 'fines.confirmDelete.reducesPaid' : 'fines.confirmDelete.reduces', {
              from: moneyText(reduction.from, 'rs'),
              to: moneyText(reduction.to, 'rs'),
              date: dayText(reduction.date),
              difference: moneyText(reduction.toGiveBack, 'rs'),
            })}
      {surcharges > 0 && ` ${t('fines.confirmDelete.surcharges', { amount: moneyText(surcharges, 'rs') })}`}
      {children}
    </p>
  );
}

// Asks before a fine is marked paid, marked unpaid or deleted (LIST-9), and says what deleting does to another one.
import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { Deletion, Fine } from '../../../contract/fines.ts';
import { readDeletion } from '../../../contract/fines.ts';
import { useRead } from '../../api/hooks.ts';
import { dayText, nameText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { moneyText } from '../../ui/Money.tsx';
import classes from './dialogs.module.css';

export interface Question {
  action: 'mark-paid' | 'mark-unpaid' | 'delete';
  fine: Fine;
}

export function ConfirmAction(props: {
  question: Question | null;
  /** `told`: what deleting does to another fine, as it was shown; undefined while that is not known */
  onConfirm(question: Question, told: Deletion | undefined): void;
  onClose(): void;
}): ReactNode {
  const { question, onConfirm, onClose } = props;
  const { t } = useTexts();
  // The words stay while the dialog fades out.
  const last = useRef(question);
  if (question !== null) last.current = question;
  const action = last.current?.action ?? 'delete';
  const fine = last.current?.fine;

  const foreseen = useRead(
    readDeletion,
    { params: { fineId: fine?.id ?? '' } },
    { enabled: question?.action === 'delete', keepPrevious: false },
  );
  // An answer from before, e.g. of an earlier question, may no longer be true.
  const told = foreseen.isFetching ? undefined : foreseen.data;

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
      message={
        fine !== undefined && (
          <>
            <p className={classes['questionText']}>{words.question}</p>
            <FineInQuestion fine={fine} />
            {action === 'delete' && <Consequence told={told} failed={foreseen.isError} />}
          </>
        )
      }
      confirmLabel={words.confirm}
      danger={action === 'delete'}
      onConfirm={() => {
        if (question !== null) onConfirm(question, told);
      }}
      onClose={onClose}
    />
  );
}

/** Whose fine it is, what for, how much and of which day. */
export function FineInQuestion({ fine }: { fine: Fine }): ReactNode {
  const { t } = useTexts();
  return (
    <p className={classes['questionFine']}>
      <span>
        <strong dir="auto">{nameText(fine.userName)}</strong>
      </span>
      <span>
        <span dir="auto">{fine.fineType}</span>
      </span>
      <span>{t('fines.confirmFigures', { amount: moneyText(fine.amount, 'rs'), date: dayText(fine.date) })}</span>
    </p>
  );
}

/** What becomes of another fine. The room for it is kept from the beginning, so that no button moves. */
export function Consequence({ told, failed }: { told: Deletion | undefined; failed: boolean }): ReactNode {
  const { t } = useTexts();
  const { reduction } = told ?? {};
  return (
    <p className={classes['consequence']} aria-live="polite">
      {told === undefined
        ? t(failed ? 'fines.confirmDelete.unknown' : 'fines.confirmDelete.looking')
        : !reduction
          ? t('fines.confirmDelete.nothingElse')
          : t(reduction.toGiveBack > 0 ? 'fines.confirmDelete.reducesPaid' : 'fines.confirmDelete.reduces', {
              from: moneyText(reduction.from, 'rs'),
              to: moneyText(reduction.to, 'rs'),
              date: dayText(reduction.date),
              difference: moneyText(reduction.toGiveBack, 'rs'),
            })}
    </p>
  );
}

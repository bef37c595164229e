// Asks before a fine is marked paid, marked unpaid or deleted (LIST-9).
import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { Fine } from '../../../contract/fines.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { moneyText } from '../../ui/Money.tsx';
import type { FineAction } from './FinesTable.tsx';
import classes from './dialogs.module.css';

export interface Question {
  action: FineAction;
  fine: Fine;
}

export function ConfirmAction(props: {
  question: Question | null;
  onConfirm(question: Question): void;
  onClose(): void;
}): ReactNode {
  const { question, onConfirm, onClose } = props;
  const { t } = useTexts();
  // The words stay while the dialog fades out.
  const last = useRef(question);
  if (question !== null) last.current = question;
  const action = last.current?.action ?? 'delete';
  const fine = last.current?.fine;

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
            <p className={classes['questionFine']}>
              <strong dir="auto">{fine.userName}</strong>
              <span dir="auto">{fine.fineType}</span>
              <span>
                {t('fines.confirmFigures', { amount: moneyText(fine.amount, 'rs'), date: dayText(fine.date) })}
              </span>
            </p>
          </>
        )
      }
      confirmLabel={words.confirm}
      danger={action === 'delete'}
      onConfirm={() => {
        if (question !== null) onConfirm(question);
      }}
      onClose={onClose}
    />
  );
}

// Asks once before several fines are marked paid: how many, their sum, and whose they are.
import type { ReactNode } from 'react';
import type { Fine } from '../../../contract/fines.ts';
import { nameText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useLast } from '../../ui/useOpening.ts';
import { Money, moneyText } from '../../ui/Money.tsx';
import classes from './questions.module.css';
import { owedOf } from './sums.ts';

export function ConfirmPayment(props: {
  /** null while nothing is asked */
  fines: readonly Fine[] | null;
  onConfirm(fines: readonly Fine[]): void;
  onClose(): void;
}): ReactNode {
  const { fines, onConfirm, onClose } = props;
  const { t } = useTexts();
  // The words stay while the dialog fades out.
  const shown = useLast(fines) ?? [];
  return (
    <ConfirmDialog
      opened={fines !== null}
      title={t('fines.confirmPaid.title')}
      message={
        <>
          <p className={classes['text']}>
            {t('fines.ticked.question', { count: shown.length, amount: moneyText(owedOf(shown), 'rs') })}
          </p>
          <ul className={classes['payers']}>
            {[...Map.groupBy(shown, ({ userId }) => userId)].map(([userId, own]) => (
              <li key={userId}>
                <span>
                  <strong dir="auto">{nameText(own[0]?.userName ?? '')}</strong>
                  <span className={classes['count']}>{t('fines.ticked.ofUser', { count: own.length })}</span>
                </span>
                <Money rupees={owedOf(own)} format="rs" />
              </li>
            ))}
          </ul>
        </>
      }
      confirmLabel={t('fines.ticked.pay')}
      onConfirm={() => {
        if (fines !== null) onConfirm(fines);
      }}
      onClose={onClose}
    />
  );
}

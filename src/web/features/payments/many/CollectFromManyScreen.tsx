// "Collect from Many" (PAY-55 to PAY-59): one payment for each ticked member; then the receipts.
import { type JSX, useEffect, useRef } from 'react';
import { TextLink } from '../../../ui/controls/buttons.tsx';
import { Screen, PageHeader, Card } from '../../../ui/layout/page.tsx';
import { Collecting } from './Collecting.tsx';
import { useSavedCollection, type SavedCollection } from './useCollectFromMany.ts';
import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMayChange } from '../../../api/session.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/translate.ts';
import { receiptPath } from '../../../routing/paths.ts';
import { focusIfLost } from '../../../ui/dialogs/focus.ts';
import type { ToastAction } from '../../../ui/feedback/toast.tsx';
import { useUndoKey } from '../../../ui/feedback/undoable.ts';
import { useUndo } from '../../../ui/feedback/undo.ts';
import { PersonLink } from '../../../ui/people/people.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { csvOf } from '../../../../core/files/csv.ts';
import { saveCsv } from '../../../ui/lists/list-tools.tsx';
import classes from './many.module.css';
import { addPaisa } from '../../../../core/money/money.ts';

export default function CollectFromManyScreen(): JSX.Element {
  const { done, show, close, returnToForm } = useSavedCollection();
  return (
    <Screen>
      {done === null ? (
        <Collecting onDone={show} />
      ) : (
        <CollectedFromMany done={done} onClose={close} onUndone={returnToForm} />
      )}
    </Screen>
  );
}

// What was collected from many: the receipts, who was left out, and a CSV for payroll.

interface CollectedFromManyProps {
  done: SavedCollection;
  onClose: () => void;
  onUndone: () => void;
}

function CollectedFromMany({ done, onClose, onUndone }: CollectedFromManyProps): JSX.Element {
  const { t } = useTexts();
  const { payments, leftOut, batch } = done;
  const mayUndo = useMayChange().anything;
  const { undo } = useUndo()(batch, () => (undone) => {
    if (undone) onUndone();
  });
  const received = addPaisa(...payments.map(({ amount }) => amount));
  // The button that had the focus is gone, both when this screen appears and when it is left.
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    close.current?.focus();
    return () => focusIfLost(null);
  }, []);
  const heads = ['csvReceipt', 'csvMember', 'csvId', 'csvPays', 'csvLeft'] as const;
  const rows = [
    heads.map((head) => t(`collect.many.${head}`)),
    ...payments.map(({ receipt, userName, userId, amount, left }) => [
      receipt,
      recordedText(userName),
      userId,
      amount,
      left,
    ]),
  ];
  return (
    <>
      <PageHeader
        title={t('collect.many.doneTitle', { count: payments.length })}
        subtitle={t('collect.many.doneSum', { amount: moneyText(received, 'rs') })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => saveCsv('collected-from-many.csv', csvOf(rows))}
            >
              {t('collect.many.csv')}
            </Button>
            {mayUndo && undo !== undefined && batch !== undefined && <UndoButton batch={batch} {...undo} />}
            <Button ref={close} onClick={onClose}>
              {t('collect.done')}
            </Button>
          </>
        }
      />
      <Card component="section" aria-label={t('collect.many.receipts')}>
        {leftOut.length > 0 && (
          <Text c="dimmed" fz="sm" py={12} px="var(--app-edge)">
            {t('collect.many.leftOut', {
              names: leftOut.map(({ userName }) => isolated(recordedText(userName))).join(' · '),
            })}
          </Text>
        )}
        <ul className={classes['debtors']} aria-label={t('collect.many.receipts')}>
          {payments.map(({ userId, userName, receipt, amount, left }) => (
            <li key={userId} className={classes['receipt']}>
              <Stack gap={0} align="start" miw={0}>
                <PersonLink userId={userId} userName={userName} />
                <TextLink to={receiptPath(receipt)}>
                  <bdi>{receipt}</bdi>
                </TextLink>
              </Stack>
              <span className={classes['figure']}>
                <Money paisa={amount} format="rs" />
                {left > 0 && (
                  <Text c="dimmed" fz="sm">
                    {t('collect.many.stays', { amount: moneyText(left, 'rs') })}
                  </Text>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function UndoButton({ batch, label, run }: ToastAction & { batch: number }): JSX.Element {
  const undo = useUndoKey(batch, run);
  return (
    <Button variant="default" {...undo.key} onClick={undo.run}>
      {label}
    </Button>
  );
}

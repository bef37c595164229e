// Hands over what a person holds in cash: what was counted, and who takes it.
import { Alert, Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { type CashHolder, handOverCash } from '../../../contract/cash.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { figureFromRupees, parseAmount, rupeesFromPaisa } from '../../../core/money.ts';
import { useSubmission } from '../../api/submissions.ts';
import { useTexts } from '../../messages/index.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { reasonOf } from '../../ui/failure.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { moneyText } from '../../ui/Money.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTooLong } from '../../ui/too-long.ts';
import { useRecordForm } from '../../ui/useRecordForm.ts';
import { useShown } from '../../ui/useShown.ts';
import classes from './collect.module.css';

const EMPTY = { counted: '', takenBy: '', note: '' };

interface HandOverDialogProps {
  opened: boolean;
  /** as it is now */
  holder: CashHolder;
  onClose: () => void;
}

export function HandOverDialog({ opened, holder, onClose }: HandOverDialogProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const name = `cash.hand-over.${holder.holder}`;
  const submission = useSubmission(handOverCash, {
    name,
    onSuccess: () => toast.success(t('payments.cash.handedOver')),
    onError: (error) => toast.error(t('payments.cash.handOverFailed', { reason: reasonOf(error, t) })),
  });
  const form = useRecordForm({ base: EMPTY, draftName: name, submission, onClose });
  const { values, problems } = form;
  // The person counts against what was held when they began.
  const { changed, agree } = useShown(name, String(holder.held), form);
  const counted = parseAmount(values.counted);
  const difference = counted === null ? null : rupeesFromPaisa(counted - (figureFromRupees(holder.held) ?? 0));

  const submit = (): void => {
    const takenBy = values.takenBy.trim();
    const found = {
      ...(counted === null && { counted: t('common.amount.invalid') }),
      ...(takenBy === '' && { takenBy: t('payments.cash.takenByMissing') }),
    };
    form.showProblems(found);
    if (Object.keys(found).length > 0) return;
    agree();
    const body = { holder: holder.holder, held: holder.held, counted: rupeesFromPaisa(counted ?? 0), takenBy };
    void form.save(() => submission.send({ body: { ...body, note: values.note.trim() } }));
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.cash.handOver')}
      saveLabel={t('payments.cash.handOver')}
      form={form}
      onSubmit={submit}
    >
      {changed && (
        <Alert color="yellow" role="alert">
          {t('payments.cash.changed')}
        </Alert>
      )}
      <p className={classes['member']}>
        <strong dir="auto">{holder.holder}</strong>
        <span>{t('payments.cash.shouldBe', { amount: moneyText(holder.held, 'rs') })}</span>
      </p>
      <AmountInput
        label={t('payments.cash.counted')}
        required
        chosen
        value={values.counted}
        error={problems.counted}
        onChange={(typed) => form.change('counted', typed)}
      />
      <p className={classes['outcome']} aria-live="polite">
        {difference === null
          ? ''
          : difference === 0
            ? t('payments.cash.exact')
            : t(difference < 0 ? 'payments.cash.missing' : 'payments.cash.tooMuch', {
                amount: moneyText(Math.abs(difference), 'rs'),
              })}
      </p>
      <TextInput
        label={t('payments.cash.takenBy')}
        description={t('payments.cash.takenByHint')}
        required
        autoComplete="off"
        value={values.takenBy}
        error={problems.takenBy ?? tooLong(values.takenBy, MAX_LENGTH.email)}
        onChange={(event) => form.change('takenBy', event.currentTarget.value)}
      />
      <Textarea
        label={t('payments.cash.note')}
        rows={2}
        value={values.note}
        error={problems.note ?? tooLong(values.note, MAX_LENGTH.note)}
        onChange={(event) => form.change('note', event.currentTarget.value)}
      />
    </FormSheet>
  );
}

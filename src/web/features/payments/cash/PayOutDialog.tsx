// Records cash paid out of what a person holds: for one of the events, or with a note.
import { NativeSelect, Textarea } from '@mantine/core';
import type { JSX } from 'react';
import { type CashHolder, recordPayOut, type PayOut } from '../../../../contract/money/cash.ts';
import { listEvents } from '../../../../contract/events.ts';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { parseAmount } from '../../../../core/money/money.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useTooLong } from '../../../ui/forms/fields/checks.ts';
import { useRecordForm } from '../../../ui/forms/record-form.ts';
import classes from '../collecting/collect.module.css';

const EMPTY = { amount: '', eventId: '', note: '' };

export function PayOutDialog(props: { opened: boolean; holder: CashHolder; onClose: () => void }): JSX.Element {
  const { opened, holder, onClose } = props;
  const { t } = useTexts();
  const tooLong = useTooLong();
  const name = `cash.pay-out.${holder.holderId}`;
  // Cash is paid out for what takes place about now: of more than a page, the latest.
  const events = useRead(listEvents, { query: { order: 'latest', pageSize: 100 } }, { enabled: opened });
  const submission = useSubmission(recordPayOut, {
    name,
    onSuccess: () => toast.success(t('payments.cash.paidOutDone')),
    complain: (error) => toast.error(t('payments.cash.payOutFailed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: EMPTY, draftName: name, submission, onClose });
  const { values, problems } = form;

  const submit = (): void => {
    const amount = parseAmount(values.amount);
    const note = values.note.trim();
    const found = {
      ...((amount === null || amount === 0) && { amount: t('common.amount.invalid') }),
      ...(values.eventId === '' && note === '' && { note: t('payments.cash.noteMissing') }),
    };
    form.showProblems(found);
    if (Object.keys(found).length > 0) return;
    const eventId = values.eventId === '' ? null : values.eventId;
    const body = { holderId: holder.holderId, amount: amount ?? 0, eventId, note };
    void form.save(() => submission.send({ body }));
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('payments.cash.payOut')}
      saveLabel={t('payments.cash.payOut')}
      form={form}
      onSubmit={submit}
    >
      <p className={classes['member']}>
        <strong dir="auto">{recordedText(holder.holder)}</strong>
        <span>{t('payments.cash.shouldBe', { amount: moneyText(holder.held, 'rs') })}</span>
      </p>
      <AmountInput
        label={t('payments.cash.amount')}
        required
        chosen
        value={values.amount}
        error={problems.amount}
        onChange={(amount) => form.change('amount', amount)}
      />
      <NativeSelect
        label={t('payments.cash.event')}
        value={values.eventId}
        data={[
          { value: '', label: t('payments.cash.noEvent') },
          ...(events.data?.items ?? []).map(({ id: value, title, date }) => ({
            value,
            label: `${title} · ${dayText(date)}`,
          })),
        ]}
        onChange={(event) => form.change('eventId', event.currentTarget.value)}
      />
      <Textarea
        label={t('payments.cash.note')}
        required={values.eventId === ''}
        rows={2}
        value={values.note}
        error={problems.note ?? tooLong(values.note, MAX_LENGTH.note)}
        onChange={(event) => form.change('note', event.currentTarget.value)}
      />
    </FormSheet>
  );
}

// What cash was paid out for, in words.

export const paidFor = ({ event, note }: PayOut): string =>
  [event ?? '', note].filter((text) => text !== '').join(' · ');

// What is the same of all payments: the limit, method, reference, day and note.
import { Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import type { PaymentMethod } from '../../../../core/payment.ts';
import { useSession } from '../../../api/session.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/AmountInput.tsx';
import { DayInput } from '../../../ui/DayInput.tsx';
import { MethodSelect } from '../../../ui/MethodSelect.tsx';
import { useTooLong } from '../../../ui/too-long.ts';
import type { RecordForm } from '../../../ui/useRecordForm.ts';
import SameReference from '../../../ui/SameReference.tsx';
import type { ManyValues } from './collection-from-many.ts';
import classes from './many.module.css';

interface PaymentFieldsProps {
  form: RecordForm<ManyValues>;
  method: PaymentMethod;
  fixed: boolean;
}

export function PaymentFields({ form, method, fixed }: PaymentFieldsProps): JSX.Element {
  const { values, problems, change } = form;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const tooLong = useTooLong();
  return (
    <fieldset disabled={fixed} className={classes['fields']} aria-label={t('collect.many.payment')}>
      <MethodSelect label={t('collect.method')} value={method} onChange={(chosen) => change('method', chosen)} />
      <AmountInput
        label={t('collect.many.limit')}
        placeholder={t('collect.many.limitHint')}
        value={values.limit}
        error={problems.limit}
        onChange={(limit) => change('limit', limit)}
      />
      <DayInput
        label={t('collect.receivedOn')}
        required
        disabled={fixed}
        today={today}
        value={values.receivedOn ?? dayText(today)}
        error={problems.receivedOn}
        onChange={(date) => change('receivedOn', date)}
      />
      <TextInput
        label={t('collect.reference')}
        dir="auto"
        autoComplete="off"
        value={values.reference}
        error={problems.reference ?? tooLong(values.reference, MAX_LENGTH.reference)}
        onChange={(event) => change('reference', event.currentTarget.value)}
      />
      <Textarea
        label={t('collect.note')}
        className={classes['whole'] ?? ''}
        dir="auto"
        rows={1}
        autosize
        autoComplete="off"
        value={values.note}
        error={problems.note ?? tooLong(values.note, MAX_LENGTH.note)}
        onChange={(event) => change('note', event.currentTarget.value)}
      />
      {!fixed && (
        <div className={classes['whole']}>
          <SameReference method={method} reference={values.reference.trim()} />
        </div>
      )}
    </fieldset>
  );
}

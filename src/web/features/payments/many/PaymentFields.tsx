// What all the payments have in common: the limit, method, reference, day and note.
import type { JSX } from 'react';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { useSession } from '../../../api/session.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { MethodSelect } from '../../../ui/forms/fields/MethodSelect.tsx';
import type { RecordForm } from '../../../ui/forms/useRecordForm.ts';
import SameReference from '../../../ui/money/SameReference.tsx';
import { NoteInput, ReferenceInput } from '../RecordTexts.tsx';
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
      <ReferenceInput
        value={values.reference}
        error={problems.reference}
        onChange={(reference) => change('reference', reference)}
      />
      <NoteInput
        className={classes['whole']}
        value={values.note}
        error={problems.note}
        onChange={(note) => change('note', note)}
      />
      {!fixed && (
        <div className={classes['whole']}>
          <SameReference method={method} reference={values.reference.trim()} />
        </div>
      )}
    </fieldset>
  );
}

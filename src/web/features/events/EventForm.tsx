// The fields of the event form.
import { Textarea, TextInput } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { AmountInput } from '../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../ui/forms/fields/DayInput.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import type { RecordForm } from '../../ui/forms/useRecordForm.ts';
import type { EventField, EventValues } from './event-values.ts';
import classes from './events.module.css';

interface EventFormProps {
  id: string;
  form: RecordForm<EventValues>;
  /** the sentence for a text that is too long */
  lengthProblem: (field: EventField) => string | null;
  onSubmit: () => void;
}

export function EventForm({ id, form, lengthProblem, onSubmit }: EventFormProps): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const { values, problems, busy, change } = form;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };

  return (
    <form ref={form.ref} id={id} noValidate className={classes['form']} aria-busy={busy} onSubmit={submit}>
      <FormNotices form={form} />
      <TextInput
        label={t('events.form.title')}
        placeholder={t('events.form.titlePlaceholder')}
        required
        data-autofocus
        autoComplete="off"
        readOnly={busy}
        value={values.title}
        error={problems.title ?? lengthProblem('title')}
        onChange={(event) => change('title', event.currentTarget.value)}
      />
      <Textarea
        label={t('events.form.description')}
        placeholder={t('events.form.descriptionPlaceholder')}
        required
        rows={3}
        resize="vertical"
        readOnly={busy}
        value={values.description}
        error={problems.description ?? lengthProblem('description')}
        onChange={(event) => change('description', event.currentTarget.value)}
      />
      <div className={classes['pair']}>
        <DayInput
          label={t('events.form.date')}
          required
          today={today}
          disabled={busy}
          value={values.date}
          error={problems.date}
          onChange={(date) => change('date', date)}
        />
        <AmountInput
          label={t('events.form.amount')}
          required
          disabled={busy}
          value={values.amount}
          error={problems.amount}
          onChange={(amount) => change('amount', amount)}
        />
      </div>
      <TextInput
        label={t('events.form.location')}
        placeholder={t('events.form.locationPlaceholder')}
        required
        autoComplete="off"
        readOnly={busy}
        value={values.location}
        error={problems.location ?? lengthProblem('location')}
        onChange={(event) => change('location', event.currentTarget.value)}
      />
    </form>
  );
}

// The fields of the event form, and what a person should know before going on with them.
import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { DayInput } from '../../ui/DayInput.tsx';
import type { RecordDraft } from '../../ui/useRecordDraft.ts';
import type { EventValues } from './event-values.ts';
import { FIELD_LENGTH } from './event-values.ts';
import classes from './events.module.css';

interface EventFormProps {
  id: string;
  form: RecordDraft<EventValues>;
  busy: boolean;
  onSubmit: () => void;
}

export function EventForm({ id, form, busy, onSubmit }: EventFormProps): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const { values, problems, change } = form;
  const frame = useRef<HTMLFormElement>(null);

  // The cursor goes to the first field with a problem, each time the form was checked.
  const checked = useRef(problems);
  useEffect(() => {
    const more = Object.keys(problems).length > 0 && Object.keys(checked.current).length === 0;
    checked.current = problems;
    if (more) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };

  return (
    <form ref={frame} id={id} noValidate className={classes['form']} aria-busy={busy} onSubmit={submit}>
      <Notices form={form} busy={busy} />
      <TextInput
        label={t('events.form.title')}
        placeholder={t('events.form.titlePlaceholder')}
        required
        data-autofocus
        dir="auto"
        autoComplete="off"
        maxLength={FIELD_LENGTH.title}
        readOnly={busy}
        value={values.title}
        error={problems.title}
        onChange={(event) => change('title', event.currentTarget.value)}
      />
      <Textarea
        label={t('events.form.description')}
        placeholder={t('events.form.descriptionPlaceholder')}
        required
        dir="auto"
        rows={3}
        resize="vertical"
        maxLength={FIELD_LENGTH.description}
        readOnly={busy}
        value={values.description}
        error={problems.description}
        onChange={(event) => change('description', event.currentTarget.value)}
      />
      <div className={classes['pair']} key={form.round}>
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
        dir="auto"
        autoComplete="off"
        maxLength={FIELD_LENGTH.location}
        readOnly={busy}
        value={values.location}
        error={problems.location}
        onChange={(event) => change('location', event.currentTarget.value)}
      />
    </form>
  );
}

function Notices({ form, busy }: { form: RecordDraft<EventValues>; busy: boolean }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {form.restored && !form.unanswered && (
        <Alert role="status">
          <p className={classes['noticeText']}>{t('events.form.restored')}</p>
          <Button variant="default" onClick={form.discard} disabled={busy}>
            {t('events.form.startOver')}
          </Button>
        </Alert>
      )}
      {form.unanswered && !busy && (
        <Alert color="yellow" role="status">
          {t('common.notSaved')}
        </Alert>
      )}
    </>
  );
}

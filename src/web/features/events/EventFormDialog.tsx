// Adding or changing an event in a dialog, a sheet on phones. What is filled in is asked about once more before it is
// saved (specification section 5).
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useRef, useState } from 'react';
import { formatDay } from '../../../core/calendar.ts';
import { ApiError, ConnectionError } from '../../api/errors.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { moneyText } from '../../ui/Money.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useRecordDraft } from '../../ui/useRecordDraft.ts';
import { EventForm } from './EventForm.tsx';
import type { EventBody, EventField, EventProblem, EventValues } from './event-values.ts';
import { bodyOf, EVENT_FIELDS, problemInAnswer, problemsOf } from './event-values.ts';
import classes from './events.module.css';

interface EventFormDialogProps {
  opened: boolean;
  kind: 'add' | 'update';
  /** The record as it is now; empty for a new event. */
  base: Readonly<EventValues>;
  /** Names this form among the tab's drafts. */
  draftKey: string;
  busy: boolean;
  /**
   * Saves and says so in a toast; `begin` gives the key under which a body goes out. @throws CallError, also said in a toast
   */
  save: (form: EventBody, begin: (body: object) => string) => Promise<unknown>;
  onClose: () => void;
}

export function EventFormDialog(props: EventFormDialogProps): JSX.Element {
  const { opened, kind, base, draftKey, busy, save, onClose } = props;
  const { t } = useTexts();
  const formId = useId();
  const form = useRecordDraft<EventValues>(base, draftKey);
  const [asking, setAsking] = useState(false);
  /** What is being asked about; the words stay while the question fades away. */
  const asked = useRef<EventBody | null>(null);
  /** Set at once, while `busy` comes with the next rendering: a double click is faster than that. */
  const sending = useRef(false);

  const sentence = (field: EventField, problem: EventProblem): string =>
    problem === 'unreadable' ? t('common.amount.invalid') : t(`events.problem.${field}`);

  const submit = (): void => {
    if (busy || sending.current) return;
    const problems = problemsOf(form.values);
    const sentences = EVENT_FIELDS.flatMap((field) => {
      const problem = problems[field];
      return problem === undefined ? [] : [[field, sentence(field, problem)] as const];
    });
    form.setProblems(Object.fromEntries(sentences));
    const body = bodyOf(form.values);
    if (body === null) return;
    asked.current = body;
    setAsking(true);
  };

  const confirm = async (): Promise<void> => {
    const body = asked.current;
    if (body === null || sending.current) return;
    sending.current = true;
    setAsking(false);
    try {
      await save(body, form.beginAttempt);
      form.discard();
      onClose();
    } catch (error) {
      form.attemptFailed(error);
      if (error instanceof ConnectionError) return;
      if (!(error instanceof ApiError)) throw error;
      const named = error.code === 'invalid-input' ? problemInAnswer(error.details) : null;
      if (named !== null) form.setProblems({ [named.field]: named.message });
    } finally {
      sending.current = false;
    }
  };

  return (
    <>
      <Sheet
        opened={opened}
        onClose={onClose}
        title={t(kind === 'add' ? 'events.form.addTitle' : 'events.form.editTitle')}
        busy={busy}
        footer={
          <>
            <Button
              variant="default"
              disabled={busy}
              onClick={() => {
                form.discard();
                onClose();
              }}
            >
              {t('common.cancel')}
            </Button>
            {/* Not disabled while saving: that would take the focus from it, which comes back to it from the question. */}
            <Button type="submit" form={formId} {...(busy ? { 'aria-disabled': true, 'data-disabled': true } : {})}>
              {busy ? t('common.wait') : t(kind === 'add' ? 'events.form.save' : 'events.form.update')}
            </Button>
          </>
        }
      >
        <EventForm id={formId} form={form} busy={busy} onSubmit={submit} />
      </Sheet>
      <ConfirmDialog
        opened={asking}
        title={t(kind === 'add' ? 'events.ask.addTitle' : 'events.ask.updateTitle')}
        message={asked.current !== null && <Summary body={asked.current} />}
        confirmLabel={t(kind === 'add' ? 'events.ask.add' : 'events.ask.update')}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** What a question is about: the event's title, its amount and its day. */
export function Summary({ body }: { body: Pick<EventBody, 'title' | 'amount' | 'date'> }): JSX.Element {
  const { t } = useTexts();
  return (
    <p className={classes['summary']}>
      <strong dir="auto">{body.title}</strong>
      <span>{t('events.ask.figures', { amount: moneyText(body.amount, 'rs'), date: formatDay(body.date) })}</span>
    </p>
  );
}

// Adding or changing an event in a dialog, a sheet on phones. The person confirms the values before they are saved
// (EVENT-5, EVENT-6).
import { Alert, Button } from '@mantine/core';
import type { JSX } from 'react';
import { useId, useRef, useState } from 'react';
import type { EventForm } from '../../../contract/events.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { RecordFields } from '../../ui/forms/RecordFields.tsx';
import type { Typed } from '../../ui/forms/record-fields.ts';
import { bodyOf, problemsOf } from '../../ui/forms/record-fields.ts';
import type { FormSubmission } from '../../ui/forms/useRecordForm.ts';
import { useRecordForm } from '../../ui/forms/useRecordForm.ts';
import { balanceAfter } from './event-list.ts';
import { EVENT_FIELDS } from './event-fields.ts';
import classes from './events.module.css';

interface EventFormDialogProps {
  opened: boolean;
  kind: 'add' | 'update';
  /** rupees that can be spent on the event; null until known */
  available: number | null;
  /** The record as it is now; empty for a new event. */
  base: Readonly<Typed<EventForm>>;
  draftName: string;
  submission: FormSubmission;
  /** Sends the form and says in a toast how it ended. @throws CallError */
  send: (form: EventForm) => Promise<unknown>;
  onClose: () => void;
}

export function EventFormDialog(props: EventFormDialogProps): JSX.Element {
  const { opened, kind, available, base, draftName, submission, send, onClose } = props;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const formId = useId();
  const form = useRecordForm<Typed<EventForm>>({ base, draftName, submission, onClose });
  const { values, busy } = form;
  const [asking, setAsking] = useState(false);
  /** What is being asked about; it stays as it was while the question fades out. */
  const asked = useRef<{ body: EventForm; balance: number | null } | null>(null);

  const submit = (): void => {
    if (busy) return;
    const problems = Object.entries(problemsOf(EVENT_FIELDS, values, today));
    form.showProblems(Object.fromEntries(problems.map(([field, problem]) => [field, t(...problem)])));
    const body = bodyOf(EVENT_FIELDS, values, today);
    if (body === null) return;
    asked.current = { body, balance: available === null ? null : balanceAfter(available, body.amount) };
    setAsking(true);
  };

  const confirm = (): void => {
    const body = asked.current?.body;
    if (body === undefined || busy) return;
    setAsking(false);
    void form.save(() => send(body));
  };

  return (
    <>
      <Sheet
        opened={opened}
        onClose={onClose}
        title={t(kind === 'add' ? 'events.form.addTitle' : 'events.form.editTitle')}
        needsServer
        busy={busy}
        described={false}
        footer={
          <>
            <Button variant="default" disabled={busy} onClick={form.giveUp}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form={formId} {...busyButton(busy)}>
              {busy ? t('common.wait') : t(kind === 'add' ? 'events.form.save' : 'events.form.update')}
            </Button>
          </>
        }
      >
        <form
          ref={form.ref}
          id={formId}
          noValidate
          className={classes['form']}
          aria-busy={busy}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <FormNotices form={form} />
          <RecordFields table={EVENT_FIELDS} form={form} />
        </form>
      </Sheet>
      <ConfirmDialog
        opened={asking}
        title={t(kind === 'add' ? 'events.ask.addTitle' : 'events.ask.updateTitle')}
        message={asked.current !== null && <Question {...asked.current} />}
        confirmLabel={t(kind === 'add' ? 'events.ask.add' : 'events.ask.update')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** `balance`: rupees that stay available afterwards; null if unknown. */
function Question({ body, balance }: { body: EventForm; balance: number | null }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <Summary body={body} />
      {balance !== null && balance < 0 && (
        <Alert color="yellow" mt="sm">
          {t('events.ask.overspends', { balance: moneyText(balance, 'rs') })}
        </Alert>
      )}
    </>
  );
}

/** The event a question is about: its title, amount and day. */
export function Summary({ body }: { body: Pick<EventForm, 'title' | 'amount' | 'date'> }): JSX.Element {
  const { t } = useTexts();
  return (
    <p className={classes['summary']}>
      <strong>
        <bdi>{body.title}</bdi>
      </strong>
      <span>{t('events.ask.figures', { amount: moneyText(body.amount, 'rs'), date: dayText(body.date) })}</span>
    </p>
  );
}

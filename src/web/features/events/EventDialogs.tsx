// The dialogs of the events screen: which one is open, and about which event.
import { type JSX, useRef, useId, useState } from 'react';
import { type Event, addEvent, listEvents, updateEvent, type EventForm } from '../../../contract/events.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { type RecordDialog, formDraft } from '../../ui/dialogs/dialog-state.ts';
import { balanceAfter, type EventList, withSaved, EVENT_FIELDS } from './event-list.ts';
import classes from './events.module.css';
import { queryClient } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { changedParts } from '../../ui/forms/record-changes.ts';
import { emptyForm, sentOf, shownIn, type Typed, bodyOf, problemsOf } from '../../ui/forms/record-fields.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useEventFailure } from './useEventFailure.ts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { dayText } from '../../messages/formats.ts';
import { busyButton } from '../../ui/controls/buttons.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { FormNotices } from '../../ui/forms/FormSheet.tsx';
import { RecordFields } from '../../ui/forms/RecordFields.tsx';
import { type FormSubmission, useRecordForm } from '../../ui/forms/record-form.ts';

interface EventDialogsProps {
  dialog: RecordDialog<Event, 'delete'>;
  /** The page on screen, so that an open form shows what other windows save. */
  events: readonly Event[];
  /** paisa not spent yet; null until they are known */
  balance: number | null;
  onAdded: (position: number) => void;
  onDelete: (event: Event) => void;
}

/** To be keyed by the number of the opening. */
export function EventDialogs({ dialog, events, balance, onAdded, onDelete }: EventDialogsProps): JSX.Element | null {
  const { t } = useTexts();
  const { subject } = dialog;
  const frame = { opened: dialog.opened, onClose: dialog.close };

  const record = subject === null || subject.kind === 'add' ? null : subject.record;
  // As last seen: another window may have moved it to a page that is not on screen.
  const lastSeen = useRef(record);
  lastSeen.current = events.find(({ id }) => id === record?.id) ?? lastSeen.current;
  const event = lastSeen.current;

  if (subject === null) return null;
  if (subject.kind === 'add' || event === null)
    return <AddEventDialog {...frame} available={balance} onAdded={onAdded} />;
  if (subject.kind === 'edit') {
    const available = balance === null ? null : balanceAfter(balance, 0 - event.amount);
    return <EditEventDialog {...frame} available={available} event={event} />;
  }
  return (
    <ConfirmDialog
      {...frame}
      title={t('events.ask.deleteTitle')}
      message={
        <>
          <Text mb={12}>{t('events.ask.deleteFinal')}</Text>
          <Summary body={event} />
        </>
      }
      confirmLabel={t('events.ask.delete')}
      danger
      onConfirm={() => {
        dialog.close();
        onDelete(event);
      }}
    />
  );
}

// The two uses of the form: adding an event, and changing one that other windows may be changing as well.

/** EVENT-6: a result stays 2 s. */
const RESULT_SHOWN_MS = 2000;

const NEW_EVENT = emptyForm(EVENT_FIELDS);

interface AddEventDialogProps {
  opened: boolean;
  /** paisa that can be spent on it; null until known */
  available: number | null;
  onClose: () => void;
  /** `position`: how many events come before it in the list */
  onAdded: (position: number) => void;
}

function AddEventDialog({ opened, available, onClose, onAdded }: AddEventDialogProps): JSX.Element {
  const { t } = useTexts();
  const onFailed = useEventFailure();
  const draftName = formDraft('events', null);
  const submission = useSubmission(addEvent, {
    name: draftName,
    onSuccess: (saved) => {
      showSaved(saved);
      toast.success(t('events.done.add'), { title: t('events.done.title'), autoClose: RESULT_SHOWN_MS });
      onAdded(saved.position);
    },
    complain: (error) => onFailed('add', error, draftName),
  });
  return (
    <EventFormDialog
      opened={opened}
      kind="add"
      available={available}
      base={NEW_EVENT}
      draftName={draftName}
      submission={submission}
      send={(body) => submission.send({ body })}
      onClose={onClose}
    />
  );
}

interface EditEventDialogProps {
  opened: boolean;
  available: number | null;
  /** as it is now, or as it was when last on the page */
  event: Event;
  onClose: () => void;
}

function EditEventDialog({ opened, available, event, onClose }: EditEventDialogProps): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const onFailed = useEventFailure();
  const draftName = formDraft('events', event.id);
  const submission = useSubmission(updateEvent, {
    name: draftName,
    onSuccess: (saved) => {
      showSaved(saved);
      saySaved();
    },
    complain: (error) => onFailed('update', error, draftName),
  });
  const base = shownIn(EVENT_FIELDS, event);
  const saySaved = (): void => {
    toast.success(t('events.done.update'), { title: t('events.done.title'), autoClose: RESULT_SHOWN_MS });
  };
  return (
    <EventFormDialog
      opened={opened}
      kind="update"
      available={available}
      base={base}
      draftName={draftName}
      submission={submission}
      send={async (form) => {
        const body = changedParts(form, sentOf(EVENT_FIELDS, base, today), event);
        if (body === null) saySaved();
        else await submission.send({ params: { eventId: event.id }, body });
      }}
      onClose={onClose}
    />
  );
}

/** Puts what was saved into the cached lists, until they are read again. */
function showSaved({ event, totals }: { event: Event; totals: EventList['totals'] }): void {
  queryClient.setQueriesData<EventList>(
    { queryKey: [listEvents.id] },
    (list) => list && withSaved(list, event, totals),
  );
}

// Adding or changing an event in a dialog, a sheet on phones. The person confirms the values before they are saved
// (EVENT-5, EVENT-6).

interface EventFormDialogProps {
  opened: boolean;
  kind: 'add' | 'update';
  /** paisa that can be spent on the event; null until known */
  available: number | null;
  /** The record as it is now; empty for a new event. */
  base: Readonly<Typed<EventForm>>;
  draftName: string;
  submission: FormSubmission;
  /** Sends the form and says in a toast how it ended. @throws CallError */
  send: (form: EventForm) => Promise<unknown>;
  onClose: () => void;
}

function EventFormDialog(props: EventFormDialogProps): JSX.Element {
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
          aria-busy={busy}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap={16}>
            <FormNotices form={form} />
            <RecordFields table={EVENT_FIELDS} form={form} />
          </Stack>
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

/** `balance`: paisa that stay available afterwards; null if unknown. */
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
function Summary({ body }: { body: Pick<EventForm, 'title' | 'amount' | 'date'> }): JSX.Element {
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

// The two uses of the form: adding an event, and changing one that other windows may be changing as well.
import type { JSX } from 'react';
import type { Event } from '../../../contract/events.ts';
import { addEvent, listEvents, updateEvent } from '../../../contract/events.ts';
import { queryClient } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { useTexts } from '../../messages/index.ts';
import { changedParts } from '../../ui/forms/record-changes.ts';
import { emptyForm, sentOf, shownIn } from '../../ui/forms/record-fields.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { formDraft } from '../../ui/dialogs/useRecordDialog.ts';
import { EventFormDialog } from './EventFormDialog.tsx';
import type { EventList } from './event-list.ts';
import { withSaved } from './event-list.ts';
import { EVENT_FIELDS } from './event-fields.ts';
import { useEventFailure } from './useEventFailure.ts';

/** EVENT-6: a result stays 2 s. */
const RESULT_SHOWN_MS = 2000;

const NEW_EVENT = emptyForm(EVENT_FIELDS);

interface AddEventDialogProps {
  opened: boolean;
  /** rupees that can be spent on it; null until known */
  available: number | null;
  onClose: () => void;
  /** `position`: how many events come before it in the list */
  onAdded: (position: number) => void;
}

export function AddEventDialog({ opened, available, onClose, onAdded }: AddEventDialogProps): JSX.Element {
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

export function EditEventDialog({ opened, available, event, onClose }: EditEventDialogProps): JSX.Element {
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

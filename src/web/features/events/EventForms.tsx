// The two uses of the form: adding an event, and changing one that other windows may be changing as well.
import type { JSX } from 'react';
import type { Event } from '../../../contract/events.ts';
import { addEvent, listEvents, updateEvent } from '../../../contract/events.ts';
import { queryClient, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { toast } from '../../ui/toast.tsx';
import { changedParts } from '../../ui/record-changes.ts';
import { EventFormDialog } from './EventFormDialog.tsx';
import type { EventList } from './event-list.ts';
import { withSaved } from './event-list.ts';
import { bodyOf, NEW_EVENT, valuesOf } from './event-values.ts';
import { sayFailure } from './failure.ts';

/** Specification section 9: a result stays 2 s. */
const RESULT_SHOWN_MS = 2000;

/** Names the add form among the tab's drafts. */
export const ADD_DRAFT = 'events.add';

/** Names an event's edit form among the tab's drafts. */
export const editDraft = (eventId: string): string => `events.edit.${eventId}`;

interface AddEventDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: () => void;
}

export function AddEventDialog({ opened, onClose, onAdded }: AddEventDialogProps): JSX.Element {
  const { t } = useTexts();
  const write = useWrite(addEvent, {
    onSuccess: (saved) => {
      showSaved(saved);
      toast.success(t('events.done.add'), { title: t('events.done.title'), autoClose: RESULT_SHOWN_MS });
      onAdded();
    },
    onError: (error) => sayFailure('add', error, t),
  });
  return (
    <EventFormDialog
      opened={opened}
      kind="add"
      base={NEW_EVENT}
      draftKey={ADD_DRAFT}
      busy={write.isPending}
      save={(body, begin) => write.mutateAsync({ input: { body }, key: begin(body) })}
      onClose={onClose}
    />
  );
}

interface EditEventDialogProps {
  opened: boolean;
  /** as it is now, or was when it was last on the page */
  event: Event;
  onClose: () => void;
}

export function EditEventDialog({ opened, event, onClose }: EditEventDialogProps): JSX.Element {
  const { t } = useTexts();
  const write = useWrite(updateEvent, {
    onSuccess: (saved) => {
      showSaved(saved);
      saySaved();
    },
    onError: (error) => sayFailure('update', error, t),
  });
  const base = valuesOf(event);
  const saySaved = (): void => {
    toast.success(t('events.done.update'), { title: t('events.done.title'), autoClose: RESULT_SHOWN_MS });
  };
  return (
    <EventFormDialog
      opened={opened}
      kind="update"
      base={base}
      draftKey={editDraft(event.id)}
      busy={write.isPending}
      save={async (form, begin) => {
        const body = changedParts(form, bodyOf(base));
        if (body === null) saySaved();
        else await write.mutateAsync({ input: { params: { eventId: event.id }, body }, key: begin(body) });
      }}
      onClose={onClose}
    />
  );
}

/** Puts what was saved into the lists that were read, until they are read again. */
function showSaved({ event, totals }: { event: Event; totals: EventList['totals'] }): void {
  queryClient.setQueriesData<EventList>(
    { queryKey: [listEvents.id] },
    (list) => list && withSaved(list, event, totals),
  );
}

// Deleting an event: the row goes at once and comes back with the error text if the server refuses.
import { useState } from 'react';
import type { Event } from '../../../contract/events.ts';
import { deleteEvent } from '../../../contract/events.ts';
import { newKey, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { toast } from '../../ui/toast.tsx';
import { sayFailure } from './failure.ts';

/** `deleting` are the events whose deletion was asked for here and not refused. */
export function useDeleteEvent(): {
  deleting: ReadonlySet<string>;
  remove: (event: Event, onDeleted: () => void) => void;
} {
  const { t } = useTexts();
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const write = useWrite(deleteEvent, {
    onSuccess: () => toast.success(t('events.done.deleted'), { title: t('events.done.deletedTitle') }),
    onError: (error, { input }) => {
      setDeleting((current) => new Set([...current].filter((id) => id !== input.params.eventId)));
      sayFailure('delete', error, t);
    },
  });
  return {
    deleting,
    remove: (event, onDeleted) => {
      setDeleting((current) => new Set(current).add(event.id));
      write.mutate({ input: { params: { eventId: event.id } }, key: newKey() }, { onSuccess: onDeleted });
    },
  };
}

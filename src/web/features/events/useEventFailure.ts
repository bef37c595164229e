// The toast of a failed write: "Error: Could not add event", and the reason below (EVENT-10).
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';

/** `id` of the toast, if it is about a form. */
export function useEventFailure(): (what: 'add' | 'update' | 'delete', error: unknown, id?: string) => void {
  const { t } = useTexts();
  return (what, error, id) => {
    const reason = reasonOf(error, t, { 'event-not-found': t('events.failed.gone') });
    toast.error(reason, { title: t(`events.failed.${what}`), ...(id !== undefined && { id }) });
  };
}

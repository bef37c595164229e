// The toast of a failed write: "Failed to add user: this email is already in use" (USER-9).
import { useTexts } from '../../messages/index.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';

/** `id` of the toast, if it is about a form. */
type SayFailed = (what: 'add' | 'addSeveral' | 'update' | 'delete', error: unknown, id?: string) => void;

export function useUserFailure(): SayFailed {
  const { t } = useTexts();
  return (what, error, id) => {
    const reason = reasonOf(error, t, { 'user-not-found': t('users.failed.gone') });
    toast.error(t('users.failed.because', { what: t(`users.failed.${what}`), reason }), id === undefined ? {} : { id });
  };
}

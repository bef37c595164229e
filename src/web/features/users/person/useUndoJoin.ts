// Undoing that two records were joined: in the message that says so, and on the person's page (JOIN-8, JOIN-9).
import { undoJoin } from '../../../../contract/money/joining.ts';
import { useWrite } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast, type ToastOptions } from '../../../ui/feedback/toast.tsx';

/** For the record that went; the button of a toast, whose `run` does it too. */
export function useUndoJoin(): (joinedId: string) => Required<Pick<ToastOptions, 'undo'>> {
  const { t } = useTexts();
  const { mutate } = useWrite(undoJoin, {
    onSuccess: ({ userName }) => toast.success(t('users.join.undone', { name: userName })),
    onError: (error) => toast.error(t('common.undo.failed', { reason: reasonOf(error, t) })),
  });
  return (joinedId) => ({
    undo: { label: t('common.undo.button'), run: () => mutate({ input: { params: { userId: joinedId } } }) },
  });
}

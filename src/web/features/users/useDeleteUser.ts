// Deleting a user: the row goes at once and comes back with the error text if the server refuses.
import { useState } from 'react';
import type { User } from '../../../contract/users.ts';
import { deleteUser } from '../../../contract/users.ts';
import { newKey, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './failure.ts';

/** `deleting` are the users whose deletion was asked for here and not refused. */
export function useDeleteUser(): {
  deleting: ReadonlySet<string>;
  remove: (user: User, onDeleted: () => void) => void;
} {
  const { t } = useTexts();
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const write = useWrite(deleteUser, {
    onSuccess: () => toast.success(t('users.done.delete')),
    onError: (error, { input }) => {
      setDeleting((current) => new Set([...current].filter((id) => id !== input.params.userId)));
      toast.error(failureText('delete', error, t));
    },
  });
  return {
    deleting,
    remove: (user, onDeleted) => {
      setDeleting((current) => new Set(current).add(user.id));
      write.mutate({ input: { params: { userId: user.id } }, key: newKey() }, { onSuccess: onDeleted });
    },
  };
}

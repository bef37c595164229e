// The two uses of the form: adding a user, and changing one that other windows may be changing as well.
import type { User } from '../../../contract/users.ts';
import { addUser, readUser, updateUser } from '../../../contract/users.ts';
import { ApiError } from '../../api/errors.ts';
import { useRead, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { toast } from '../../ui/toast.tsx';
import { changedParts } from '../../ui/record-changes.ts';
import { failureText } from './failure.ts';
import { showSavedUser } from './user-cache.ts';
import { UserFormDialog } from './UserFormDialog.tsx';
import { NEW_USER, tidied, valuesOf } from './user-values.ts';

interface AddUserDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: () => void;
}

/** Names the add form among the tab's drafts. */
export const ADD_DRAFT = 'users.add';

/** Names a user's edit form among the tab's drafts. */
export const editDraft = (userId: string): string => `users.edit.${userId}`;

export function AddUserDialog({ opened, onClose, onAdded }: AddUserDialogProps) {
  const { t } = useTexts();
  const write = useWrite(addUser, {
    onSuccess: () => {
      toast.success(t('users.done.add'));
      onAdded();
    },
    onError: (error) => toast.error(failureText('add', error, t)),
  });
  return (
    <UserFormDialog
      opened={opened}
      title={t('users.form.addTitle')}
      saveLabel={t('users.form.save')}
      base={NEW_USER}
      draftKey={ADD_DRAFT}
      gone={false}
      busy={write.isPending}
      save={(body, begin) => write.mutateAsync({ input: { body }, key: begin(body) })}
      onClose={onClose}
    />
  );
}

interface EditUserDialogProps {
  opened: boolean;
  /** As known when the form was opened; the record itself is followed from there. */
  user: User;
  onClose: () => void;
}

export function EditUserDialog({ opened, user, onClose }: EditUserDialogProps) {
  const { t } = useTexts();
  const input = { params: { userId: user.id } };
  const current = useRead(readUser, input, { enabled: opened, keepPrevious: false });
  const gone =
    current.data?.deleted === true || (current.error instanceof ApiError && current.error.code === 'user-not-found');
  const write = useWrite(updateUser, {
    onSuccess: (saved) => {
      showSavedUser(saved);
      toast.success(t('users.done.update'));
    },
    onError: (error) => toast.error(failureText('update', error, t)),
  });
  const base = valuesOf(current.data === undefined || gone ? user : current.data.user);
  return (
    <UserFormDialog
      opened={opened}
      title={t('users.form.editTitle')}
      saveLabel={t('users.form.update')}
      base={base}
      draftKey={editDraft(user.id)}
      gone={gone}
      busy={write.isPending}
      save={async (form, begin) => {
        const body = changedParts(form, tidied(base));
        if (body === null) toast.success(t('users.done.update'));
        else await write.mutateAsync({ input: { ...input, body }, key: begin(body) });
      }}
      onClose={onClose}
    />
  );
}

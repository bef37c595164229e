// The two uses of the form: adding a user, and changing one that other windows may be changing as well.
import { Button } from '@mantine/core';
import type { User } from '../../../contract/users.ts';
import { addUser, readUser, setUserAccess, updateUser } from '../../../contract/users.ts';
import { ApiError } from '../../api/errors.ts';
import { useMay } from '../../api/permission.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { useTexts } from '../../messages/index.ts';
import { changedParts } from '../../ui/forms/record-changes.ts';
import { emptyForm, sentOf } from '../../ui/forms/record-fields.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { formDraft } from '../../ui/dialogs/useRecordDialog.ts';
import { askForLink } from './sign-in/links-address.ts';
import { hindrance } from './sign-in/sign-in-link.ts';
import { useUserFailure } from './useUserFailure.ts';
import { showSavedUser } from './user-cache.ts';
import { UserFormDialog } from './UserFormDialog.tsx';
import { USER_FIELDS, valuesOf } from './user-fields.ts';
import classes from './users.module.css';

const NEW_USER = emptyForm(USER_FIELDS);

interface AddUserDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (user: User) => void;
  /** opens the dialog for pasting a list in place of this one */
  onSeveral: () => void;
}

export function AddUserDialog({ opened, onClose, onAdded, onSeveral }: AddUserDialogProps) {
  const { t } = useTexts();
  const onFailed = useUserFailure();
  const draftName = formDraft('users', null);
  const submission = useSubmission(addUser, {
    name: draftName,
    onSuccess: (user) => {
      const link = { label: t('users.links.sendOne'), run: () => askForLink(user) };
      toast.success(t('users.done.add'), hindrance(user) === null ? { action: link } : {});
      onAdded(user);
    },
    complain: (error) => onFailed('add', error, draftName),
  });
  return (
    <UserFormDialog
      opened={opened}
      title={t('users.form.addTitle')}
      saveLabel={t('users.form.save')}
      base={NEW_USER}
      draftName={draftName}
      gone={false}
      aside={
        <p className={classes['several']}>
          {t('users.several.openHint')}
          <Button variant="subtle" px={8} disabled={submission.sending} onClick={onSeveral}>
            {t('users.several.open')}
          </Button>
        </p>
      }
      submission={submission}
      send={(body) => submission.send({ body })}
      onClose={onClose}
    />
  );
}

interface EditUserDialogProps {
  opened: boolean;
  /** As known when the form was opened; from then on the form shows what other windows save. */
  user: User;
  onClose: () => void;
}

export function EditUserDialog({ opened, user, onClose }: EditUserDialogProps) {
  const { t } = useTexts();
  const onFailed = useUserFailure();
  const input = { params: { userId: user.id } };
  const current = useRead(readUser, input, { enabled: opened, keepPrevious: false });
  const gone =
    current.data?.deleted === true || (current.error instanceof ApiError && current.error.code === 'user-not-found');
  const draftName = formDraft('users', user.id);
  const submission = useSubmission(updateUser, {
    name: draftName,
    onSuccess: (saved) => {
      showSavedUser(saved);
      toast.success(t('users.done.update'));
    },
    complain: (error) => onFailed('update', error, draftName),
  });
  const known = current.data === undefined || gone ? user : current.data.user;
  const base = valuesOf(known);
  const { today } = useSession().organisation;
  const may = useMay();
  return (
    <UserFormDialog
      opened={opened}
      title={t('users.form.editTitle')}
      saveLabel={t('users.form.update')}
      base={base}
      draftName={draftName}
      gone={gone}
      accessHeld={known.access !== 'member' && !may(setUserAccess)}
      submission={submission}
      send={async (form) => {
        const body = changedParts(form, sentOf(USER_FIELDS, base, today), { ...known, userName: base.userName });
        if (body === null) toast.success(t('users.done.update'));
        else await submission.send({ ...input, body });
      }}
      onClose={onClose}
    />
  );
}

// The two uses of the form: adding a user, and changing one that other windows may be changing as well.
import { Button, Alert, Stack } from '@mantine/core';
import { type User, addUser, readUser, setUserAccess, updateUser, type UserForm } from '../../../contract/users.ts';
import { isStaff } from '../../../core/people/permission.ts';
import { ApiError } from '../../api/call.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useRead } from '../../api/hooks.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { useTexts } from '../../messages/index.ts';
import { changedParts } from '../../ui/forms/record-changes.ts';
import { emptyForm, sentOf, type Typed, bodyOf, problemsOf } from '../../ui/forms/record-fields.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { formDraft } from '../../ui/dialogs/dialog-state.ts';
import { askForLink, hindrance } from './sign-in/sign-in-link.tsx';
import { useUserFailure } from './useUserFailure.ts';
import { showSavedUser } from './user-cache.ts';
import { USER_FIELDS, valuesOf } from './user-list.ts';
import classes from './users.module.css';
import { type FormEvent, type ReactNode, useId } from 'react';
import { busyButton } from '../../ui/controls/buttons.tsx';
import { FormNotices } from '../../ui/forms/FormSheet.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { RecordFields } from '../../ui/forms/RecordFields.tsx';
import { type FormSubmission, useRecordForm } from '../../ui/forms/record-form.ts';

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
      accessHeld={isStaff(known.access) && !may(setUserAccess)}
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

// The form that adds or changes a user, in a dialog; a sheet on phones. Checks run in a fixed order (USER-5). The first
// problem is shown in a toast and at its field, which gets the focus.

interface UserFormDialogProps {
  opened: boolean;
  title: string;
  saveLabel: string;
  /** The record as it is now; empty for a new user. */
  base: Readonly<Typed<UserForm>>;
  draftName: string;
  /** The record was deleted while the form was open. */
  gone: boolean;
  /** Only the administrator may change this user's e-mail and status (ACCESS-16). */
  accessHeld?: boolean;
  /** above the fields */
  aside?: ReactNode;
  submission: FormSubmission;
  /** Sends the form and says in a toast how it ended. @throws CallError */
  send: (form: UserForm) => Promise<unknown>;
  onClose: () => void;
}

function UserFormDialog(props: UserFormDialogProps) {
  const {
    opened,
    title,
    saveLabel,
    base,
    draftName,
    gone,
    accessHeld = false,
    aside,
    submission,
    send,
    onClose,
  } = props;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const formId = useId();
  const ownReasons = { 'email-in-use': t('users.problem.email-in-use') };
  const form = useRecordForm<Typed<UserForm>>({ base, draftName, submission, ownReasons, onClose });
  const { values, busy } = form;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const body = bodyOf(USER_FIELDS, values, today);
    if (body !== null) {
      void form.save(() => send(body));
      return;
    }
    const problems = Object.entries(problemsOf(USER_FIELDS, values, today));
    // Texts that are too long are reported before missing ones.
    const [field = '', problem] = problems.find(([, [key]]) => key === 'common.tooLong') ?? problems[0] ?? [];
    const sentence = problem === undefined ? '' : t(...problem);
    form.showProblems({ [field]: sentence });
    // Replaces the previous toast, because only one problem is shown at a time.
    toast.error(sentence, { id: draftName });
  };

  const buttons = (
    <>
      <Button variant="default" onClick={form.giveUp} disabled={busy}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" form={formId} {...busyButton(busy)}>
        {busy ? t('common.wait') : saveLabel}
      </Button>
    </>
  );

  return (
    <Sheet opened={opened} onClose={onClose} title={title} needsServer busy={busy} footer={buttons} described={false}>
      <form ref={form.ref} id={formId} noValidate onSubmit={submit} aria-busy={busy}>
        <Stack gap="md">
          <FormNotices form={form} />
          {gone && (
            <Alert color="red" role="alert">
              {t('users.form.gone')}
            </Alert>
          )}
          {accessHeld && <p className={classes['small']}>{t('users.access.held')}</p>}
          {aside}
          <RecordFields table={USER_FIELDS} form={form} held={accessHeld ? ['userEmail', 'status'] : []} />
        </Stack>
      </form>
    </Sheet>
  );
}

// The form that adds or changes a user, in a dialog; a sheet on phones. Checks run in a fixed order (USER-5). The first
// problem is shown in a toast and at its field, which gets the focus.
import type { FormEvent, ReactNode } from 'react';
import { useId } from 'react';
import { Alert, Button, Stack } from '@mantine/core';
import type { UserForm } from '../../../contract/users.ts';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { RecordFields } from '../../ui/forms/RecordFields.tsx';
import type { Typed } from '../../ui/forms/record-fields.ts';
import { bodyOf, problemsOf } from '../../ui/forms/record-fields.ts';
import type { FormSubmission } from '../../ui/forms/useRecordForm.ts';
import { useRecordForm } from '../../ui/forms/useRecordForm.ts';
import { USER_FIELDS } from './user-fields.ts';
import classes from './users.module.css';

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

export function UserFormDialog(props: UserFormDialogProps) {
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

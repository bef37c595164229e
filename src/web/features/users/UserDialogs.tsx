// The dialogs about a user, on the users screen and on a person's screen: which one is open, and about whom.
import type { JSX } from 'react';
import { readUser, type User } from '../../../contract/users.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import type { RecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { SignInLinkDialog } from './sign-in/SignInLinkDialog.tsx';
import { AddUserDialog, EditUserDialog } from './UserForms.tsx';
import type { UserAction } from './UserParts.tsx';
import classes from './users.module.css';

interface UserDialogsProps {
  dialog: RecordDialog<User, UserAction>;
  /** absent if nobody can be added */
  adding?: { onAdded: (user: User) => void; onSeveral: () => void };
  onDelete: (user: User) => void;
}

/** To be keyed by the number of the opening. */
export function UserDialogs({ dialog, adding, onDelete }: UserDialogsProps): JSX.Element | null {
  const { t } = useTexts();
  const { subject } = dialog;
  const frame = { opened: dialog.opened, onClose: dialog.close };

  if (subject === null) return null;
  if (subject.kind === 'add') return adding === undefined ? null : <AddUserDialog {...frame} {...adding} />;
  const { kind, record: user } = subject;
  if (kind === 'edit') return <EditUserDialog {...frame} user={user} />;
  if (kind !== 'delete') return <SignInLinkDialog {...frame} user={user} atOnce={kind === 'first-link'} />;
  return (
    <ConfirmDialog
      {...frame}
      title={t('users.delete.title')}
      message={
        <>
          <p className={classes['question']}>
            <bdi>{t('users.delete.question', { name: user.userName })}</bdi> {t('users.delete.final')}
          </p>
          <p className={classes['small']}>{t('users.delete.kept')}</p>
          <Credit user={user} asked={dialog.opened} />
        </>
      }
      confirmLabel={t('users.delete.confirm')}
      danger
      onConfirm={() => {
        dialog.close();
        onDelete(user);
      }}
    />
  );
}

/** Says that the user's credit stays and can be given back; nothing for users without credit. */
function Credit({ user, asked }: { user: User; asked: boolean }): JSX.Element | null {
  const { t } = useTexts();
  const { data } = useRead(readUser, { params: { userId: user.id } }, { enabled: asked, keepPrevious: false });
  const credit = data?.summary.credit ?? 0;
  return credit === 0 ? null : (
    <p className={classes['small']} role="status">
      {t('users.delete.credit', { amount: moneyText(credit, 'rs') })}
    </p>
  );
}

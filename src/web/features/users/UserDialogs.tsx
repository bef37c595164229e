// The dialogs of the users screen: which one is open, and about whom.
import type { JSX } from 'react';
import type { User } from '../../../contract/users.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { RecordDialog } from '../../ui/useRecordDialog.ts';
import { SignInLinkDialog } from './SignInLinkDialog.tsx';
import { UserDetailsDialog } from './UserDetails.tsx';
import { AddUserDialog, EditUserDialog } from './UserForms.tsx';
import type { UserAction } from './UserParts.tsx';
import classes from './users.module.css';

interface UserDialogsProps {
  dialog: RecordDialog<User, UserAction>;
  onAdded: () => void;
  onSeveral: () => void;
  onDelete: (user: User) => void;
}

/** Its key is the opening's number. */
export function UserDialogs({ dialog, onAdded, onSeveral, onDelete }: UserDialogsProps): JSX.Element | null {
  const { t } = useTexts();
  const { subject } = dialog;
  const frame = { opened: dialog.opened, onClose: dialog.close };

  if (subject === null) return null;
  if (subject.kind === 'add') return <AddUserDialog {...frame} onAdded={onAdded} onSeveral={onSeveral} />;
  const { kind, record: user } = subject;
  if (kind === 'edit') return <EditUserDialog {...frame} user={user} />;
  if (kind === 'link') return <SignInLinkDialog {...frame} user={user} />;
  if (kind === 'view') return <UserDetailsDialog {...frame} userId={user.id} />;
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

// Which dialog of the users screen is open, and about whom.
import type { JSX } from 'react';
import { useMemo, useState } from 'react';
import type { User } from '../../../contract/users.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { hasDraft, useDraft } from '../../ui/useDraft.ts';
import { useOpened } from '../../ui/useOpened.ts';
import { SignInLinkDialog } from './SignInLinkDialog.tsx';
import { UserDetailsDialog } from './UserDetails.tsx';
import { ADD_DRAFT, AddUserDialog, EditUserDialog, editDraft } from './UserForms.tsx';
import classes from './users.module.css';

type Form = { kind: 'add' } | { kind: 'edit'; user: User };
type Subject = Form | { kind: 'view' | 'link' | 'delete'; user: User };

export interface UserDialog {
  /** The last one opened; it stays while it moves out of sight. */
  subject: Subject | null;
  opened: boolean;
  /** Grows with each opening, so that every opening starts anew. */
  opening: number;
  add: () => void;
  edit: (user: User) => void;
  view: (user: User) => void;
  link: (user: User) => void;
  askDelete: (user: User) => void;
  close: () => void;
}

/** A form that was open and changed when the page was left, reloaded or the session ended opens again by itself. */
export function useUserDialog(): UserDialog {
  const [openForm, setOpenForm, clearOpenForm] = useDraft<Form | null>('users.open', null);
  const [state, setState] = useState<{ subject: Subject | null; opened: boolean; opening: number }>(() => {
    const kept = openForm !== null && hasDraft(openForm.kind === 'add' ? ADD_DRAFT : editDraft(openForm.user.id));
    return { subject: kept ? openForm : null, opened: kept, opening: 0 };
  });

  // The same functions at every rendering: rows that have not changed are not drawn anew for them.
  const actions = useMemo(() => {
    const open = (subject: Subject): void => {
      setState(({ opening }) => ({ subject, opened: true, opening: opening + 1 }));
      if (subject.kind === 'add' || subject.kind === 'edit') setOpenForm(subject);
    };
    return {
      add: () => open({ kind: 'add' }),
      edit: (user: User) => open({ kind: 'edit', user }),
      view: (user: User) => open({ kind: 'view', user }),
      link: (user: User) => open({ kind: 'link', user }),
      askDelete: (user: User) => open({ kind: 'delete', user }),
    };
  }, [setOpenForm]);
  return {
    ...state,
    ...actions,
    close: () => {
      setState((current) => ({ ...current, opened: false }));
      clearOpenForm();
    },
  };
}

interface UserDialogsProps {
  dialog: UserDialog;
  onAdded: () => void;
  onDelete: (user: User) => void;
}

export function UserDialogs(props: UserDialogsProps): JSX.Element | null {
  const { subject, opening } = props.dialog;
  return subject === null ? null : <Opening key={opening} {...props} subject={subject} />;
}

function Opening({ dialog, subject, onAdded, onDelete }: UserDialogsProps & { subject: Subject }): JSX.Element {
  const { t } = useTexts();
  const frame = { opened: useOpened(dialog.opened), onClose: dialog.close };

  if (subject.kind === 'add') return <AddUserDialog {...frame} onAdded={onAdded} />;
  const { kind, user } = subject;
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

// The actions on a person that the one signed in may use, the most likely first, and the dialogs they need.
import {
  type Icon,
  IconArrowBackUp,
  IconBell,
  IconCashPlus,
  IconFileText,
  IconKey,
  IconPencil,
  IconPlus,
  IconRotate,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { addFines } from '../../../../contract/fines/fines.ts';
import { takePayment } from '../../../../contract/money/payments.ts';
import { remind } from '../../../../contract/money/reminders.ts';
import { giveRefund } from '../../../../contract/money/refunds.ts';
import { deleteUser, setUserAccess, updateUser, type User } from '../../../../contract/users.ts';
import { isStaff } from '../../../../core/people/permission.ts';
import { useDeletion } from '../../../api/deletion.ts';
import { useMay } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { currentHash, replaceAddress } from '../../../routing/location.ts';
import { addressIn } from '../../../routing/address.ts';
import { PATHS, personPath, statementPath, userOfPerson } from '../../../routing/paths.ts';
import type { Key } from '../../../ui/keys/key.ts';
import { useMoneyDialog } from '../../../ui/money/opening/opening.ts';
import { openByAddress } from '../../../ui/dialogs/layers.ts';
import { type RecordDialog, useRecordDialog } from '../../../ui/dialogs/dialog-state.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useUserFailure } from '../useUserFailure.ts';
import type { UserAction } from '../UserParts.tsx';
import type { Person } from './person-tabs.ts';
import { useUndoJoin } from './useUndoJoin.ts';

export interface PersonAction {
  key: string;
  label: string;
  icon: Icon;
  /** a path of paths.ts, which makes it a link */
  to?: string;
  danger?: true;
  /** the key that does the same */
  hint?: Key;
  onClick?: (event: MouseEvent) => void;
}

export interface PersonActions {
  actions: readonly PersonAction[];
  /** not in sight, but behind "More" */
  rare: readonly (PersonAction & { onClick: () => void })[];
  dialog: RecordDialog<User, UserAction> & { remove: (user: User) => void };
  /** asking with which other record this one is to be joined; `opening` is a key for the dialog */
  joining: { opened: boolean; opening: number; close: () => void };
  /** opens the form for a fine of this person; null for those who may not add fines */
  openAdd: (() => void) | null;
}

export function usePersonActions({ user, deleted, summary, joined }: Person): PersonActions {
  const { t } = useTexts();
  const may = useMay();
  const { show } = useMoneyDialog();
  const onFailed = useUserFailure();
  const dialog = useRecordDialog<User, UserAction>('users');
  const deletion = useDeletion(deleteUser, {
    inputOf: (userId) => ({ params: { userId } }),
    onDeleted: () => {
      toast.success(t('users.done.delete'));
      // Unless the answer came after the screen was left.
      if (userOfPerson(addressIn(currentHash()).path) === user.id) replaceAddress(PATHS.users);
    },
    onFailed: (error) => onFailed('delete', error),
  });
  const [joining, setJoining] = useState({ opened: false, opening: 0 });
  const undoJoin = useUndoJoin();
  const mayAdd = !deleted && may(addFines);
  const addFine = `${personPath(user.id)}?add=true`;
  const openAdd = (): void => openByAddress(addFine);
  const owes = summary.pendingFine > 0;
  // Only the administrator may do what would let a manager act as a colleague (ACCESS-16).
  const mayTouchAccess = !deleted && may(updateUser) && (!isStaff(user.access) || may(setUserAccess));

  const actions: readonly (PersonAction | false)[] = [
    owes &&
      may(takePayment) && {
        key: 'collect',
        label: t('common.collectPayment'),
        icon: IconCashPlus,
        hint: 'collect',
        onClick: () => show({ kind: 'collect', userId: user.id }),
      },
    mayAdd && {
      key: 'fine',
      label: t('users.person.fine'),
      icon: IconPlus,
      hint: 'addFine',
      to: addFine,
      onClick: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openAdd();
      },
    },
    owes &&
      !deleted &&
      may(remind) && {
        key: 'remind',
        label: t('users.remind'),
        icon: IconBell,
        onClick: () => show({ kind: 'remind', userId: user.id }),
      },
    { key: 'statement', label: t('common.statement'), icon: IconFileText, to: statementPath(user.id) },
    mayTouchAccess && {
      key: 'link',
      label: t('users.actions.link'),
      icon: IconKey,
      onClick: () => dialog.open('link', user),
    },
    summary.credit > 0 &&
      may(giveRefund) && {
        key: 'give-back',
        label: t('common.giveBack'),
        icon: IconRotate,
        onClick: () => show({ kind: 'give-back', userId: user.id }),
      },
    !deleted &&
      may(updateUser) && {
        key: 'edit',
        label: t('users.actions.edit'),
        icon: IconPencil,
        onClick: () => dialog.open('edit', user),
      },
    mayTouchAccess && {
      key: 'delete',
      label: t('users.actions.delete'),
      icon: IconTrash,
      danger: true,
      onClick: () => dialog.open('delete', user),
    },
  ];
  const rare: readonly (PersonActions['rare'][number] | false)[] = [
    mayTouchAccess && {
      key: 'join',
      label: t('users.join.action'),
      icon: IconUsersGroup,
      onClick: () => setJoining(({ opening }) => ({ opened: true, opening: opening + 1 })),
    },
    mayTouchAccess &&
      joined !== null && {
        key: 'undo-join',
        label: t('users.join.undo'),
        icon: IconArrowBackUp,
        onClick: () => undoJoin(joined.userId).undo.run(),
      },
  ];
  return {
    actions: actions.filter((action) => action !== false),
    rare: rare.filter((action) => action !== false),
    dialog: { ...withoutOthers(dialog, user.id), remove: ({ id }) => deletion.remove(id) },
    joining: { ...joining, close: () => setJoining((current) => ({ ...current, opened: false })) },
    openAdd: mayAdd ? openAdd : null,
  };
}

/** A form that was left open on the users screen, or about somebody else, comes back only where it was left. */
function withoutOthers(dialog: RecordDialog<User, UserAction>, userId: string): RecordDialog<User, UserAction> {
  const { subject } = dialog;
  const isOwn = subject !== null && subject.kind !== 'add' && subject.record.id === userId;
  return isOwn ? dialog : { ...dialog, subject: null, opened: false };
}

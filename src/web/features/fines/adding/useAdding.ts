// Opening the "Add New Fine" dialog, and whom it is for.
import { useMemo, useRef } from 'react';
import { useAddFineHere } from '../../../ui/money/opening/add-fine.ts';
import type { ShownFines, FinesView } from '../fines-list.ts';
import type { PickedUser } from './draft.ts';

export interface Adding {
  open: () => void;
  /** whose fines are on the screen */
  shownUser: PickedUser | null;
  /**
   * A link from elsewhere to this user's dialog means this user, as does the user's own screen. The button of the list
   * does not: the filter may be a leftover, and a fine for the wrong person is worse than one more tick.
   */
  forUser: PickedUser | null;
}

export function useAdding(view: FinesView, user: ShownFines['user']): Adding {
  const openedHere = useRef(false);
  const shownUser = useMemo(() => {
    if (user === undefined || user.deleted) return null;
    const { id, userName, userEmail, status } = user;
    return { id, userName, userEmail, status };
  }, [user]);
  const open = (): void => {
    openedHere.current = true;
    view.openAdd();
  };
  useAddFineHere(open);
  return { open, shownUser, forUser: openedHere.current && !view.ofPerson ? null : shownUser };
}

// Which cards are open, and at which page of all fines. Kept above the list, which unmounts cards scrolled out of view.
import { useCallback, useMemo, useState } from 'react';

/** Opens a user's card at a page of all fines; undefined closes it. */
export type TurnTo = (userId: string, page: number | undefined) => void;

export interface OpenCards {
  /** the page of all fines that is open, by user */
  pages: ReadonlyMap<string, number>;
  turnTo: TurnTo;
}

export function useOpenCards(): OpenCards {
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(() => new Map());
  const turnTo = useCallback(
    (userId: string, page: number | undefined) =>
      setPages((before) => {
        const after = new Map(before);
        if (page === undefined) after.delete(userId);
        else after.set(userId, page);
        return after;
      }),
    [],
  );
  return useMemo(() => ({ pages, turnTo }), [pages, turnTo]);
}

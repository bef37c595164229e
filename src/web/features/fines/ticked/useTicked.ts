// Which rows are ticked, to be marked paid at once. Ticks belong to one page of one list: elsewhere there are none.
import { useCallback, useMemo, useState } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import type { FinesView } from '../useFinesView.ts';

export interface Ticked {
  ids: ReadonlySet<string>;
  tick(ids: readonly string[], on: boolean): void;
}

const NONE: ReadonlySet<string> = new Set();

export function useTicked({ userId, status, search, page }: FinesView): Ticked {
  const place = JSON.stringify([userId, status, search, page]);
  const [ticks, setTicks] = useState({ place, ids: NONE });
  const tick = useCallback(
    (changed: readonly string[], on: boolean) =>
      setTicks((before) => {
        const ids = new Set(before.place === place ? before.ids : NONE);
        for (const id of changed) {
          if (on) ids.add(id);
          else ids.delete(id);
        }
        return { place, ids };
      }),
    [place],
  );
  const ids = ticks.place === place ? ticks.ids : NONE;
  return useMemo(() => ({ ids, tick }), [ids, tick]);
}

/** What is pending can be ticked. A tick is kept while its fine is shown as paid, which the server may refuse. */
export const isTickable = (fine: Fine): boolean => fine.status === 'Pending';

export const tickedFines = (fines: readonly Fine[], ids: ReadonlySet<string>): Fine[] =>
  fines.filter((fine) => isTickable(fine) && ids.has(fine.id));

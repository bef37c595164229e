// Which rows are ticked, for an action on all of them. Ticks belong to one page of one list: elsewhere there are none.
import { useCallback, useMemo, useState } from 'react';
import { type Fine, payFines } from '../../../contract/fines/fines.ts';
import { deleteFines } from '../../../contract/fines/several-fines.ts';
import { useMay, useMayChange } from '../../api/session.ts';
import type { FinesView } from './fines-list.ts';
import { finesInput } from './fines-address.ts';
import type { Ticks } from './ticks.ts';

export interface Ticked {
  ticks: Ticks;
  /** On a phone the boxes are there only then. */
  ticking: boolean;
  begin(): void;
  tick(fines: readonly Pick<Fine, 'id' | 'status'>[]): void;
  untick(ids: Iterable<string>): void;
}

const NONE: Ticks = new Map();

export function useTicked(view: FinesView): Ticked {
  const place = JSON.stringify(finesInput(view));
  const [kept, setKept] = useState({ place, ticks: NONE, ticking: false });
  const change = useCallback(
    (by: (ticks: Map<string, Fine['status']>) => void) =>
      setKept((before) => {
        const ticks = new Map(before.place === place ? before.ticks : NONE);
        by(ticks);
        return { place, ticks, ticking: ticks.size > 0 };
      }),
    [place],
  );
  const isHere = kept.place === place;
  const ticks = isHere ? kept.ticks : NONE;
  const ticking = isHere && kept.ticking;
  return useMemo(
    () => ({
      ticks,
      ticking,
      begin: () => setKept({ place, ticks: NONE, ticking: true }),
      tick: (fines) =>
        change((now) => {
          for (const fine of fines) now.set(fine.id, fine.status);
        }),
      untick: (ids) =>
        change((now) => {
          for (const id of ids) now.delete(id);
        }),
    }),
    [place, ticks, ticking, change],
  );
}

/** Whether the bar can do something with a fine: a paid one can only be deleted, by those who may. */
export function useTickable(): (fine: Fine) => boolean {
  const may = useMay();
  const mayChange = useMayChange();
  return useCallback(
    ({ id, status }) => (status === 'Pending' ? may(payFines) : may(deleteFines) && mayChange.removeFine(id)),
    [may, mayChange],
  );
}

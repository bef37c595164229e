// What the screen shows of changes before the server has answered: an overlay on its list, never written into it. So
// undoing a change only removes it, and the answer to another request cannot undo what the screen shows.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { listFines } from '../../../../contract/fines/fines.ts';
import type { Totals } from '../../../../contract/shapes.ts';
import type { FineChange, FinesList } from '../list-changes.ts';

export interface Overlay {
  changes: readonly FineChange[];
  isUnderWay: (fineId: string) => boolean;
  begin: (changes: readonly FineChange[]) => void;
  end: (fineIds: readonly string[]) => void;
  /** Updates the cached lists with the server's answer, until they are read again. */
  settle: (totals: Totals, update: (list: FinesList) => FinesList) => Promise<void>;
  /** Shows these fines as in the server's answer, until the lists are read again. */
  show: (fines: readonly Fine[]) => void;
}

export function useOverlay(): Overlay {
  const client = useQueryClient();
  const [changes, setChanges] = useState<readonly FineChange[]>([]);
  // A second click may come before React has rendered the first.
  const underWay = useRef(new Set<string>());
  return {
    changes,
    isUnderWay: (fineId) => underWay.current.has(fineId),
    begin: (begun) => {
      for (const { fineId } of begun) underWay.current.add(fineId);
      setChanges((now) => [...now, ...begun]);
    },
    end: (fineIds) => {
      for (const id of fineIds) underWay.current.delete(id);
      setChanges((now) => now.filter(({ fineId }) => !fineIds.includes(fineId)));
    },
    settle: async (totals, update) => {
      // A list asked for before the change may still be on its way; it would bring the old state back.
      await client.cancelQueries({ queryKey: [listFines.id] });
      client.setQueriesData<FinesList>({ queryKey: [listFines.id] }, (list) => list && { ...update(list), totals });
    },
    show: (fines) => {
      const byId = new Map(fines.map((fine) => [fine.id, fine]));
      client.setQueriesData<FinesList>(
        { queryKey: [listFines.id] },
        (list) => list && { ...list, items: list.items.map((item) => byId.get(item.id) ?? item) },
      );
    },
  };
}

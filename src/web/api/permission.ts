// What the person signed in may do. What they may not do is not shown (ACCESS-15); the server decides in any case.
import { useCallback, useMemo } from 'react';
import { listOwnEntries } from '../../contract/entries.ts';
import type { Operation } from '../../contract/operation.ts';
import { isAllowed, isHeldToOwnEntries } from '../../core/people/permission.ts';
import { useRead } from './hooks.ts';
import { useSession } from './session.ts';

/** Whether they may call an operation. The same function until their access changes. */
export function useMay(): (operation: Pick<Operation, 'needs'>) => boolean {
  const access = useSession().principal?.access ?? null;
  return useCallback(({ needs }) => isAllowed(needs, access), [access]);
}

interface MayChange {
  /** also what others entered, or what was entered on another day */
  anything: boolean;
  correctFine(id: string): boolean;
  /** mark as unpaid, delete */
  removeFine(id: string): boolean;
  takeBackPayment(id: string): boolean;
}

/** Which fines and payments they may change (ACCESS-17). */
export function useMayChange(): MayChange {
  const access = useSession().principal?.access ?? 'member';
  const isHeld = isHeldToOwnEntries(access);
  const { data } = useRead(listOwnEntries, {}, { enabled: access === 'collector' });
  return useMemo(() => {
    const isIn = (ids: readonly string[] | undefined) => {
      const own = new Set(ids);
      return (id: string): boolean => !isHeld || own.has(id);
    };
    return {
      anything: !isHeld,
      correctFine: isIn(data?.fineIds),
      removeFine: isIn(data?.removableFineIds),
      takeBackPayment: isIn(data?.paymentIds),
    };
  }, [isHeld, data]);
}

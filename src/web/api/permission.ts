// What the person signed in may do. What they may not do is not shown (ACCESS-15); the server decides in any case.
import { useMemo } from 'react';
import { listOwnEntries } from '../../contract/entries.ts';
import type { Operation } from '../../contract/operation.ts';
import { isAllowed, isHeldToOwnEntries } from '../../core/permission.ts';
import { useRead } from './hooks.ts';
import { useSession } from './session.ts';

/** Whether they may call an operation. */
export function useMay(): (operation: Pick<Operation, 'needs'>) => boolean {
  const access = useSession().principal?.access ?? null;
  return ({ needs }) => isAllowed(needs, access);
}

/** Whether they may take back, correct or delete a fine or payment (ACCESS-17). */
export function useMayChange(): { fine(id: string): boolean; payment(id: string): boolean } {
  const access = useSession().principal?.access ?? 'member';
  const isHeld = isHeldToOwnEntries(access);
  const { data } = useRead(listOwnEntries, {}, { enabled: access === 'collector' });
  return useMemo(() => {
    const fines = new Set(data?.fineIds);
    const payments = new Set(data?.paymentIds);
    return { fine: (id) => !isHeld || fines.has(id), payment: (id) => !isHeld || payments.has(id) };
  }, [isHeld, data]);
}

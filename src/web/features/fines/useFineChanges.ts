// Marking fines paid or unpaid and deleting them. The result shows before the server answers; if the server refuses,
// it is taken back with the reason.
//
// What was asked for and not answered yet is laid over the server's list, never written into it: taking it back is then
// only forgetting it, and an answer to something else cannot undo what the screen shows.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Fine, Reduction } from '../../../contract/fines.ts';
import { deleteFine, listFines, setFineStatus } from '../../../contract/fines.ts';
import type { Totals } from '../../../contract/shapes.ts';
import type { FineStatus } from '../../../core/fine.ts';
import { useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { moneyText } from '../../ui/Money.tsx';
import { toast } from '../../ui/toast.tsx';
import type { FineChange, FinesList } from './list-changes.ts';
import { withChange, withReduction } from './list-changes.ts';
import { reasonOf } from './reason.ts';

/** Long enough to read two sentences with figures in them, in milliseconds. */
const REDUCTION_SHOWN_MS = 20_000;

export interface FineChanges {
  /** asked for and not answered yet */
  pending: readonly FineChange[];
  isPending(fineId: string): boolean;
  setStatus(fine: Fine, status: FineStatus): void;
  remove(fine: Fine): void;
}

export function useFineChanges(onDeleted: () => void): FineChanges {
  const { t } = useTexts();
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly FineChange[]>([]);
  // Read at once by a second click, before React has drawn the first.
  const underWay = useRef(new Set<string>());

  const begin = (change: FineChange): FineChange => {
    setPending((changes) => [...changes, change]);
    return change;
  };
  const end = (fineId: string): void => {
    underWay.current.delete(fineId);
    setPending((changes) => changes.filter((change) => change.fineId !== fineId));
  };

  /** Brings the lists that were read to what the server has answered, until they are read again. */
  const settle = async (totals: Totals, update: (list: FinesList) => FinesList): Promise<void> => {
    // A list asked for before the change may still be on its way; it would bring the old state back.
    await client.cancelQueries({ queryKey: [listFines.id] });
    client.setQueriesData<FinesList>({ queryKey: [listFines.id] }, (list) => list && { ...update(list), totals });
  };

  const reason = (error: unknown): string =>
    reasonOf(error, { noAnswer: t('fines.failed.noAnswer'), fineNotFound: t('fines.failed.notFound') });

  const notice = ({ from, to, toGiveBack }: Reduction): void => {
    const figures = { from: wholeOrExact(from), to: wholeOrExact(to), difference: wholeOrExact(toGiveBack) };
    if (toGiveBack > 0) toast.info(t('fines.done.giveBack', figures), { autoClose: false });
    else toast.info(t('fines.done.reduced', figures), { autoClose: REDUCTION_SHOWN_MS });
  };

  const status = useWrite(setFineStatus, {
    onMutate: ({ input: { params, body } }) => begin({ kind: 'status', fineId: params.fineId, status: body.status }),
    onSuccess: async ({ fine, totals }, { input: { params, body } }) => {
      const change: FineChange = { kind: 'status', fineId: params.fineId, status: body.status };
      await settle(totals, (list) => withChange(list, change));
      toast.success(fine.status === 'Paid' ? t('fines.done.paid') : t('fines.done.unpaid'));
    },
    onError: (error) => toast.error(t('fines.failed.status', { reason: reason(error) })),
    onSettled: (_output, _error, { input: { params } }) => end(params.fineId),
  });

  const removal = useWrite(deleteFine, {
    onMutate: ({ input: { params } }) => begin({ kind: 'delete', fineId: params.fineId }),
    onSuccess: async ({ reduction, totals }, { input: { params } }) => {
      await settle(totals, (list) => {
        const without = withChange(list, { kind: 'delete', fineId: params.fineId });
        return reduction === null ? without : withReduction(without, reduction);
      });
      toast.success(t('fines.done.deleted'));
      if (reduction !== null) notice(reduction);
      onDeleted();
    },
    onError: (error) => toast.error(t('fines.failed.delete', { reason: reason(error) })),
    onSettled: (_output, _error, { input: { params } }) => end(params.fineId),
  });

  const start = (fineId: string, write: () => void): void => {
    if (underWay.current.has(fineId)) return;
    underWay.current.add(fineId);
    write();
  };

  return {
    pending,
    isPending: useCallback((fineId) => pending.some((change) => change.fineId === fineId), [pending]),
    setStatus: (fine, next) =>
      start(fine.id, () => status.mutate({ input: { params: { fineId: fine.id }, body: { status: next } } })),
    remove: (fine) => start(fine.id, () => removal.mutate({ input: { params: { fineId: fine.id } } })),
  };
}

/** "Rs. 200" as the specification's notice writes it; paisa are shown where there are any. */
function wholeOrExact(rupees: number): string {
  return moneyText(rupees, 'rs').replace(/\.00$/, '');
}

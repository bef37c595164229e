// Marking a fine paid or unpaid, and deleting one. The result shows before the server answers (useOptimisticChanges); if the
// server refuses, it is undone, and the person is told why.
import { useCallback, useMemo, useRef } from 'react';
import {
  type Deletion,
  type Fine,
  type Reduction,
  deleteFine,
  setFineStatus,
} from '../../../../contract/fines/fines.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import { useDeletion } from '../../../api/deletion.ts';
import { ApiError } from '../../../api/call.ts';
import { useWrite } from '../../../api/hooks.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/translate.ts';
import { useMoneyDialog } from '../../../ui/money/opening/opening.ts';
import { receiptPath } from '../../../routing/paths.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { moneyText } from '../../../ui/money/money.tsx';
import { FIGURES_SHOWN_MS, toast } from '../../../ui/feedback/toast.tsx';
import { useUndo } from '../../../ui/feedback/undo.ts';
import { type FineChange, withChange, withReduction } from '../list-changes.ts';
import { finesIn, type TickedQuestion, shownOf, useOptimisticChanges, withPictures } from './questions.ts';
import type { Question } from './ConfirmAction.tsx';
import { type SeveralChanges, useSeveralChanges } from './useSeveralChanges.ts';
import { giveRefund } from '../../../../contract/money/refunds.ts';
import { useMay, useMayChange } from '../../../api/session.ts';

type DeletionInput = CallInput<typeof deleteFine>;
type StatusInput = CallInput<typeof setFineStatus>;

export interface FineChanges {
  /** those asked for and not answered yet, and deletions of this window */
  pending: readonly FineChange[];
  isPending(fineId: string): boolean;
  several: SeveralChanges;
  /** Hides fines until the returned function is called. */
  hide(fineIds: readonly string[]): () => void;
  setStatus(fine: Fine, body: Omit<StatusInput['body'], 'shown'>): void;
  /** `deletion`: what the administrator was shown that this does to another fine, if anything; nothing else is done. */
  remove(fine: Fine, deletion: Deletion | undefined): void;
  /** how many deletions have an unknown outcome */
  unansweredDeletions: number;
  /** Sends those again; their answers say how much is to be given back. */
  deleteAgain(): void;
}

export function useFineChanges(options: {
  onDeleted: () => void;
  /** of several that were ticked */
  onDone: (fineIds: readonly string[]) => void;
  /** What was shown has changed, and nothing was saved: ask again, about the fine as it is now. */
  onChanged: (question: Question) => void;
  /** the same for several */
  onSeveralChanged: (question: TickedQuestion) => void;
}): FineChanges {
  const { onDeleted, onChanged } = options;
  const { t } = useTexts();
  const may = useMay();
  const mayChange = useMayChange();
  const undo = useUndo();
  const money = useMoneyDialog();
  const optimistic = useOptimisticChanges();
  const { begin, end, settle, show } = optimistic;

  const notice = ({ from, to, toGiveBack }: Reduction): void => {
    const figures = { from: wholeOrExact(from), to: wholeOrExact(to), difference: wholeOrExact(toGiveBack) };
    if (toGiveBack > 0) toast.info(t('fines.done.giveBack', figures), { autoClose: false });
    else toast.info(t('fines.done.reduced', figures), { autoClose: FIGURES_SHOWN_MS });
  };

  // Each click has a key of its own: a stored answer would be wrong once another window has changed the status back.
  const status = useWrite(setFineStatus, {
    onSuccess: async ({ fine, receipt, batch, totals }, { input: { params, body } }) => {
      await settle(totals, (list) => withChange(list, { kind: 'status', fineId: params.fineId, status: body.status }));
      if (fine.status !== 'Paid') toast.success(t('fines.done.unpaid'));
      else {
        const run = (): void => void (window.location.hash = receiptPath(receipt ?? ''));
        toast.success(t('fines.done.paid'), {
          ...(receipt !== null && { action: { label: t('fines.done.receipt'), run } }),
          ...(mayChange.removeFine(fine.id) && undo(batch)),
        });
      }
    },
    onError: (error, { input: { params, body } }) => {
      end([params.fineId]);
      const [now] = finesIn(error);
      if (now === undefined) {
        toast.error(t('fines.failed.status', { reason: reasonOf(error, t) }));
        return;
      }
      show([now]);
      const { status: to, method = 'Cash', reference = '' } = body;
      onChanged({
        action: to === 'Paid' ? 'mark-paid' : 'mark-unpaid',
        fine: now,
        changed: true,
        payment: { method, reference },
      });
    },
    onSettled: (_output, _error, { input: { params } }) => end([params.fineId]),
  });

  /** The fines being deleted, by id, as they were when asked about. */
  const removing = useRef(new Map<string, Fine>());
  const conditions = useRef(new Map<string, DeletionInput['query']>());
  const deletion = useDeletion(deleteFine, {
    inputOf: (fineId) => {
      const query = conditions.current.get(fineId);
      return { params: { fineId }, ...(query !== undefined && { query }) };
    },
    onDeleted: async ({ deleted, reduction, pictures, totals }) => {
      await settle(totals, (list) => {
        const without = withChange(list, { kind: 'delete', fineId: deleted.id });
        return reduction === null ? without : withReduction(without, reduction);
      });
      toast.success(withPictures(t, t('fines.done.deleted'), pictures));
      if (reduction !== null) notice(reduction);
      if (deleted.paidAmount > 0) {
        const figures = { amount: wholeOrExact(deleted.paidAmount), name: isolated(recordedText(deleted.userName)) };
        const run = (): void => money.show({ kind: 'give-back', userId: deleted.userId });
        toast.info(t('fines.done.toCredit', figures), {
          autoClose: FIGURES_SHOWN_MS,
          ...(may(giveRefund) && { action: { label: t('common.giveBack'), run } }),
        });
      }
      onDeleted();
    },
    onFailed: (error, input) => {
      const asked = removing.current.get(input.params.fineId);
      const isOther = error instanceof ApiError && error.code === 'reduction-changed';
      const [now = isOther ? asked : undefined] = finesIn(error);
      if (now === undefined) {
        toast.error(t('fines.failed.delete', { reason: reasonOf(error, t) }));
        return;
      }
      show([now]);
      onChanged({ action: 'delete', fine: now, changed: true });
    },
  });
  const { deleting } = deletion;

  const pending = useMemo(
    () => [...optimistic.changes, ...[...deleting].map((fineId) => ({ kind: 'delete', fineId }) as const)],
    [optimistic.changes, deleting],
  );

  const several = useSeveralChanges(optimistic, options);
  return {
    several,
    hide: (fineIds) => {
      begin(fineIds.map((fineId) => ({ kind: 'delete', fineId })));
      return () => end(fineIds);
    },
    pending,
    isPending: useCallback((fineId) => pending.some((change) => change.fineId === fineId), [pending]),
    setStatus: (fine, body) => {
      if (optimistic.isUnderWay(fine.id)) return;
      begin([{ kind: 'status', fineId: fine.id, status: body.status }]);
      status.mutate({ input: { params: { fineId: fine.id }, body: { ...body, shown: shownOf(fine) } } });
    },
    remove: (fine, said) => {
      removing.current.set(fine.id, fine);
      conditions.current.set(fine.id, { ...shownOf(fine), ...(said && { reduces: said.reduction?.fineId ?? '' }) });
      deletion.remove(fine.id);
    },
    unansweredDeletions: deletion.unanswered,
    deleteAgain: deletion.sendAgain,
  };
}

/** "Rs. 200" as the notice of a reduction writes it (REPEAT-11); paisa are shown if there are any. */
function wholeOrExact(paisa: number): string {
  return moneyText(paisa, 'rs').replace(/\.00$/, '');
}

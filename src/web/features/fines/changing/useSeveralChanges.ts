// Paying, waiving and deleting ticked fines: all or none, shown before the server answers (LIST-25, LIST-34, LIST-35).
import { useRef } from 'react';
import { type Fine, payFines } from '../../../../contract/fines/fines.ts';
import { deleteFines, waiveFines } from '../../../../contract/fines/several-fines.ts';
import { useDraft } from '../../../api/sending/drafts.ts';
import type { CallError } from '../../../api/call.ts';
import { useWrite } from '../../../api/hooks.ts';
import { useMayChange } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { FIGURES_SHOWN_MS, toast } from '../../../ui/feedback/toast.tsx';
import { useUndo } from '../../../ui/feedback/undo.ts';
import { moneyText } from '../../../ui/money/money.tsx';
import { addPaisa } from '../../../../core/money/money.ts';
import type { MarkedPayment } from '../details/HowPaid.tsx';
import { withChange, withReduction } from '../list-changes.ts';
import {
  type TickedQuestion,
  shownOf,
  owedOf,
  finesIn,
  notPending,
  type OptimisticChanges,
  withPictures,
} from './questions.ts';

export interface SeveralChanges {
  pay: (fines: readonly Fine[], payment: MarkedPayment) => void;
  waive: (fines: readonly Fine[], reason: string) => void;
  /** `reduces`: the ids of the fines that the person was told are reduced, if any; nothing else is done. */
  remove: (fines: readonly Fine[], reduces: readonly string[] | undefined) => void;
}

/** The draft of the reason: kept until the waiver it was typed for is saved. */
export const WAIVING_REASON = 'fines.waive.several';

export function useSeveralChanges(
  optimistic: OptimisticChanges,
  options: {
    onDeleted: () => void;
    onDone: (fineIds: readonly string[]) => void;
    /** What was shown has changed, and nothing was saved: ask again. */
    onSeveralChanged: (question: TickedQuestion) => void;
  },
): SeveralChanges {
  const { onDeleted, onDone, onSeveralChanged } = options;
  const { t } = useTexts();
  const { begin, end, settle, show } = optimistic;
  const mayChange = useMayChange();
  const undo = useUndo();
  const [, , forgetReason] = useDraft(WAIVING_REASON, '');
  /** The fines that are being changed, by id, as they were when asked about. */
  const asked = useRef(new Map<string, Fine>());
  const takeAsked = (ids: readonly string[]): Fine[] =>
    ids.flatMap((id) => {
      const fine = asked.current.get(id) ?? [];
      asked.current.delete(id);
      return fine;
    });

  const start = (fines: readonly Fine[], kind: 'pay' | 'waive' | 'delete'): boolean => {
    if (fines.some(({ id }) => optimistic.isUnderWay(id))) return false;
    for (const fine of fines) asked.current.set(fine.id, fine);
    begin(
      fines.map(({ id: fineId }) => (kind === 'pay' ? { kind: 'status', fineId, status: 'Paid' } : { kind, fineId })),
    );
    return true;
  };
  /** Asks again if the figures have changed; otherwise says what failed. */
  const fail = (
    error: CallError,
    ids: readonly string[],
    failed: 'status' | 'delete' | 'waive',
    question: TickedQuestion,
  ): void => {
    end(ids);
    const fines = takeAsked(ids);
    const now = finesIn(error);
    if (now.length > 0) {
      show(now);
      onSeveralChanged({ ...question, changed: true });
      return;
    }
    const own = { 'fines-not-pending': notPending(error, new Map(fines.map((fine) => [fine.id, fine])), t) };
    const text = { status: 'fines.failed.status', delete: 'fines.failed.delete', waive: 'fines.waive.failed' } as const;
    toast.error(t(text[failed], { reason: reasonOf(error, t, own) }));
  };

  const payment = useWrite(payFines, {
    onSuccess: async ({ totals, batch }, { input: { body } }) => {
      const ids = idsOf(body.fines);
      const paid = takeAsked(ids);
      await settle(totals, (list) =>
        ids.reduce((now, fineId) => withChange(now, { kind: 'status', fineId, status: 'Paid' }), list),
      );
      end(ids);
      onDone(ids);
      const mayUndo = ids.every((id) => mayChange.removeFine(id));
      toast.success(
        t('fines.done.paidTogether', { count: paid.length, amount: moneyText(owedOf(paid), 'rs') }),
        mayUndo ? undo(batch) : {},
      );
    },
    onError: (error, { input: { body } }) => {
      const { method = 'Cash', reference = '' } = body;
      fail(error, idsOf(body.fines), 'status', { action: 'pay', payment: { method, reference } });
    },
  });

  const waiving = useWrite(waiveFines, {
    onSuccess: async ({ totals, batch, waived }, { input: { body } }) => {
      const ids = idsOf(body.fines);
      takeAsked(ids);
      await settle(totals, (list) => ids.reduce((now, fineId) => withChange(now, { kind: 'waive', fineId }), list));
      end(ids);
      onDone(ids);
      forgetReason();
      const amount = moneyText(waived, 'rs');
      toast.success(t('fines.done.waivedTogether', { count: ids.length, amount }), undo(batch));
    },
    onError: (error, { input: { body } }) => fail(error, idsOf(body.fines), 'waive', { action: 'waive' }),
  });

  const deletion = useWrite(deleteFines, {
    onSuccess: async ({ totals, reductions, toCredit, pictures }, { input: { body } }) => {
      const ids = idsOf(body.fines);
      const deleted = takeAsked(ids);
      await settle(totals, (list) => {
        const without = ids.reduce((now, fineId) => withChange(now, { kind: 'delete', fineId }), list);
        return reductions.reduce(withReduction, without);
      });
      end(ids);
      onDone(ids);
      const amount = moneyText(addPaisa(...deleted.map((fine) => fine.amount)), 'rs');
      toast.success(withPictures(t, t('fines.done.deletedTogether', { count: ids.length, amount }), pictures));
      if (toCredit > 0)
        toast.info(t('fines.done.creditTogether', { amount: moneyText(toCredit, 'rs') }), {
          autoClose: FIGURES_SHOWN_MS,
        });
      onDeleted();
    },
    onError: (error, { input: { body } }) => fail(error, idsOf(body.fines), 'delete', { action: 'delete' }),
  });

  const owedBy = (fines: readonly Fine[]) => fines.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  return {
    pay: (fines, how) => {
      if (start(fines, 'pay')) payment.mutate({ input: { body: { fines: owedBy(fines), ...how } } });
    },
    waive: (fines, reason) => {
      if (start(fines, 'waive')) waiving.mutate({ input: { body: { fines: owedBy(fines), reason } } });
    },
    remove: (fines, reduces) => {
      if (!start(fines, 'delete')) return;
      const shown = fines.map((fine) => ({ fineId: fine.id, ...shownOf(fine) }));
      deletion.mutate({ input: { body: { fines: shown, ...(reduces && { reduces: [...reduces] }) } } });
    },
  };
}

const idsOf = (fines: readonly { fineId: string }[]): string[] => fines.map(({ fineId }) => fineId);

// Marking fines paid or unpaid and deleting them. The result shows before the server answers; if the server refuses,
// it is undone with the reason.
//
// Pending changes are an overlay on the server's list, never written into it: undoing one only removes it, and the answer to
// another request cannot undo what the screen shows.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Deletion, Fine, Reduction } from '../../../../contract/fines/fines.ts';
import { deleteFine, listFines, payFines, setFineStatus } from '../../../../contract/fines/fines.ts';
import type { CallInput } from '../../../../contract/operation.ts';
import type { Totals } from '../../../../contract/shapes.ts';
import type { FineStatus } from '../../../../core/fines/fine.ts';
import { useDeletion } from '../../../api/deletion.ts';
import { ApiError } from '../../../api/errors.ts';
import { useWrite } from '../../../api/hooks.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/isolated.ts';
import { useMoneyDialog } from '../../../shell/money-dialog.ts';
import { receiptPath } from '../../../routing/paths.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { FineChange, FinesList, StatusChange } from '../list-changes.ts';
import { finesIn, namedFine, notPending, notUndone } from './not-done.ts';
import type { Question } from './ConfirmAction.tsx';
import type { MarkedPayment } from '../details/HowPaid.tsx';
import { owedOf } from './sums.ts';
import { shownOf } from './useAsked.ts';
import { withChange, withReduction } from '../list-changes.ts';
import { giveRefund } from '../../../../contract/money/refunds.ts';
import { useMay } from '../../../api/permission.ts';

/** Long enough to read two sentences with figures in them, in milliseconds. */
const FIGURES_SHOWN_MS = 20_000;

type DeletionInput = CallInput<typeof deleteFine>;
type StatusInput = CallInput<typeof setFineStatus>;

/** Nothing but the fine as it was added is deleted, and no other fine is reduced. */
const UNDOING = { reduces: '', state: 'as-added' } as const;

const isUndoing = ({ query }: DeletionInput): boolean => query?.state === UNDOING.state;

export interface FineChanges {
  /** asked for and not answered yet, and deletions of this window */
  pending: readonly FineChange[];
  isPending(fineId: string): boolean;
  setStatus(fine: Fine, body: Omit<StatusInput['body'], 'shown'>): void;
  /** Marks several pending fines paid, all of them or none. */
  pay(fines: readonly Fine[], payment: MarkedPayment): void;
  /** `told`: what the administrator was told that this does to another fine, if anything was; nothing else is done. */
  remove(fine: Fine, told: Deletion | undefined): void;
  /** Deletes a fine just added, unless something has happened to it since or another would be reduced with it. */
  undoAdding(fineId: string): void;
  /** how many deletions have an unknown outcome */
  unansweredDeletions: number;
  /** Sends those again; their answers say what is to be given back. */
  deleteAgain(): void;
}

export function useFineChanges(options: {
  onDeleted: () => void;
  onPaid: (fineIds: readonly string[]) => void;
  /** What was shown is no longer so, and nothing was saved: the question is to be asked again, of the fine as it is. */
  onChanged: (question: Question) => void;
  /** the same of several to be paid */
  onPayChanged: (payment: MarkedPayment) => void;
}): FineChanges {
  const { onDeleted, onPaid, onChanged, onPayChanged } = options;
  const { t } = useTexts();
  const client = useQueryClient();
  const may = useMay();
  const money = useMoneyDialog();
  const [statuses, setStatuses] = useState<readonly StatusChange[]>([]);
  // A second click may come before React has rendered the first.
  const underWay = useRef(new Set<string>());

  /** Brings the lists that were read to what the server has answered, until they are read again. */
  const settle = async (totals: Totals, update: (list: FinesList) => FinesList): Promise<void> => {
    // A list asked for before the change may still be on its way; it would bring the old state back.
    await client.cancelQueries({ queryKey: [listFines.id] });
    client.setQueriesData<FinesList>({ queryKey: [listFines.id] }, (list) => list && { ...update(list), totals });
  };

  /** Shows these fines as the server has just said they are, until the lists are read again. */
  const show = (fines: readonly Fine[]): void => {
    const byId = new Map(fines.map((fine) => [fine.id, fine]));
    client.setQueriesData<FinesList>(
      { queryKey: [listFines.id] },
      (list) => list && { ...list, items: list.items.map((item) => byId.get(item.id) ?? item) },
    );
  };

  const notice = ({ from, to, toGiveBack }: Reduction): void => {
    const figures = { from: wholeOrExact(from), to: wholeOrExact(to), difference: wholeOrExact(toGiveBack) };
    if (toGiveBack > 0) toast.info(t('fines.done.giveBack', figures), { autoClose: false });
    else toast.info(t('fines.done.reduced', figures), { autoClose: FIGURES_SHOWN_MS });
  };

  const begin = (fines: readonly Fine[], next: FineStatus): void => {
    for (const { id } of fines) underWay.current.add(id);
    const begun = fines.map(({ id }) => ({ kind: 'status', fineId: id, status: next }) as const);
    setStatuses((changes) => [...changes, ...begun]);
  };
  const end = (fineIds: readonly string[]): void => {
    for (const id of fineIds) underWay.current.delete(id);
    setStatuses((changes) => changes.filter(({ fineId }) => !fineIds.includes(fineId)));
  };

  // Each click has a key of its own: a stored answer would be wrong once another window has changed the status back.
  const status = useWrite(setFineStatus, {
    onSuccess: async ({ fine, receipt, totals }, { input: { params, body } }) => {
      await settle(totals, (list) => withChange(list, { kind: 'status', fineId: params.fineId, status: body.status }));
      if (fine.status !== 'Paid') toast.success(t('fines.done.unpaid'));
      else if (receipt === null) toast.success(t('fines.done.paid'));
      else {
        const run = (): void => void (window.location.hash = receiptPath(receipt));
        toast.success(t('fines.done.paid'), { action: { label: t('fines.done.receipt'), run } });
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

  /** The fines being paid, by id, as they were when asked about. */
  const paying = useRef(new Map<string, Fine>());
  const payment = useWrite(payFines, {
    onSuccess: async ({ totals }, { input: { body } }) => {
      const ids = idsOf(body);
      const paid = ids.flatMap((id) => paying.current.get(id) ?? []);
      await settle(totals, (list) =>
        ids.reduce((now, fineId) => withChange(now, { kind: 'status', fineId, status: 'Paid' }), list),
      );
      onPaid(ids);
      toast.success(t('fines.done.paidTogether', { count: paid.length, amount: moneyText(owedOf(paid), 'rs') }));
    },
    onError: (error, { input: { body } }) => {
      end(idsOf(body));
      const now = finesIn(error);
      if (now.length > 0) {
        show(now);
        const { method = 'Cash', reference = '' } = body;
        onPayChanged({ method, reference });
        return;
      }
      const own = { 'fines-not-pending': notPending(error, paying.current, t) };
      toast.error(t('fines.failed.status', { reason: reasonOf(error, t, own) }));
    },
    onSettled: (_output, _error, { input: { body } }) => {
      for (const id of idsOf(body)) paying.current.delete(id);
      end(idsOf(body));
    },
  });

  /** The fines being deleted, by id, as they were when asked about. */
  const removing = useRef(new Map<string, Fine>());
  const conditions = useRef(new Map<string, DeletionInput['query']>());
  const deletion = useDeletion(deleteFine, {
    inputOf: (fineId) => {
      const query = conditions.current.get(fineId);
      return { params: { fineId }, ...(query !== undefined && { query }) };
    },
    onDeleted: async ({ deleted, reduction, totals }, input) => {
      await settle(totals, (list) => {
        const without = withChange(list, { kind: 'delete', fineId: deleted.id });
        return reduction === null ? without : withReduction(without, reduction);
      });
      if (isUndoing(input)) {
        toast.success(t('fines.undo.done', { fine: namedFine(deleted, t) }));
        return;
      }
      toast.success(t('fines.done.deleted'));
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
      if (isUndoing(input)) {
        toast.error(t('fines.undo.failed', { reason: notUndone(error, t) }));
        return;
      }
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
    () => [...statuses, ...[...deleting].map((fineId) => ({ kind: 'delete', fineId }) as const)],
    [statuses, deleting],
  );

  return {
    pending,
    isPending: useCallback((fineId) => pending.some((change) => change.fineId === fineId), [pending]),
    setStatus: (fine, body) => {
      if (underWay.current.has(fine.id)) return;
      begin([fine], body.status);
      status.mutate({ input: { params: { fineId: fine.id }, body: { ...body, shown: shownOf(fine) } } });
    },
    pay: (fines, how) => {
      if (fines.some(({ id }) => underWay.current.has(id))) return;
      begin(fines, 'Paid');
      for (const fine of fines) paying.current.set(fine.id, fine);
      const shown = fines.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
      payment.mutate({ input: { body: { fines: shown, ...how } } });
    },
    remove: (fine, said) => {
      removing.current.set(fine.id, fine);
      conditions.current.set(fine.id, { ...shownOf(fine), ...(said && { reduces: said.reduction?.fineId ?? '' }) });
      deletion.remove(fine.id);
    },
    undoAdding: (fineId) => {
      conditions.current.set(fineId, UNDOING);
      deletion.remove(fineId);
    },
    unansweredDeletions: deletion.unanswered,
    deleteAgain: deletion.sendAgain,
  };
}

const idsOf = (body: CallInput<typeof payFines>['body']): string[] => body.fines.map(({ fineId }) => fineId);

/** "Rs. 200" as the notice of a reduction writes it (REPEAT-11); paisa are shown where there are any. */
function wholeOrExact(rupees: number): string {
  return moneyText(rupees, 'rs').replace(/\.00$/, '');
}

// The figures a question was asked about, so that figures which change while it is open are not taken for them.
import { useState, useRef } from 'react';
import { type Fine, type ShownFigures, listFines } from '../../../../contract/fines/fines.ts';
import { IN_CASH, type MarkedPayment } from '../details/HowPaid.tsx';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { areaTexts, type Translate } from '../../../messages/index.ts';
import { addPaisa } from '../../../../core/money/money.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { isolated } from '../../../messages/translate.ts';
import { ApiError } from '../../../api/call.ts';
import { moneyText } from '../../../ui/money/money.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { Totals } from '../../../../contract/shapes.ts';
import type { FineChange, FinesList } from '../list-changes.ts';

// Why something was not done to fines, in words: which fines, and what happened to them meanwhile.

/** At most this many are named. */
const MAX_NAMED = 3;

function namedFine({ fineType, userName, amount }: Fine, t: Translate): string {
  return t('fines.failed.namedFine', {
    fineType: isolated(typeText(fineType)),
    userName: isolated(userName),
    amount: moneyText(amount, 'rs'),
  });
}

/** The reason of `fines-not-pending`. `asked`: the fines that were to be paid, by id. */
export function notPending(error: unknown, asked: ReadonlyMap<string, Fine>, t: Translate): string {
  const fines = idsIn(error).flatMap((id) => asked.get(id) ?? []);
  const named = fines.slice(0, MAX_NAMED).map((fine) => namedFine(fine, t));
  if (fines.length > MAX_NAMED) named.push('…');
  return t('fines.failed.notPending', { count: fines.length, fines: named.join('; ') });
}

/** The fines as they are now, which come with an error because they changed; none with any other error. */
export function finesIn(error: unknown): Fine[] {
  if (!(error instanceof ApiError)) return [];
  if (error.code === 'fine-changed') return [error.details as Fine];
  return error.code === 'fines-changed' ? (error.details as { fines: Fine[] }).fines : [];
}

/** The contract defines these details for this code; without them nothing is named. */
function idsIn(error: unknown): string[] {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return [];
  const { paid = [], deleted = [] } = error.details as { paid?: string[]; deleted?: string[] };
  return [...paid, ...deleted];
}

/** What was deleted, with how many pictures. */
export const withPictures = (t: Translate, text: string, pictures: number): string =>
  pictures === 0 ? text : t('fines.done.withPictures', { text, count: pictures });

// Sums of fines.

/** What is still to be paid of them. */
export const owedOf = (fines: readonly { outstanding: number }[]): number =>
  addPaisa(...fines.map(({ outstanding }) => outstanding));

/** How a question starts. */
export interface FineQuestion {
  /** The server has refused the figures of the previous question, because they have changed. */
  changed?: boolean;
  /** as it was entered before */
  payment?: MarkedPayment;
}

/** A question about the ticked fines. */
export interface TickedQuestion extends FineQuestion {
  action: 'pay' | 'waive' | 'delete';
}

export const shownOf = ({ amount, paidAmount, waivedAmount }: Fine): ShownFigures => ({
  amount,
  paidAmount,
  waivedAmount,
});

export interface QuestionState {
  payment: MarkedPayment;
  setPayment: (payment: MarkedPayment) => void;
  /** The fines' figures have changed since the question was asked. */
  changed: boolean;
  /** differs whenever the figures differ */
  figures: string;
}

/** `fines`: as they are now; null while nothing is asked. */
export function useFineQuestion(asking: (FineQuestion & { fines: readonly Fine[] }) | null): QuestionState {
  const figures = JSON.stringify(asking?.fines.map((fine) => [fine.id, shownOf(fine)]) ?? null);
  const [first, setFirst] = useState<string | null>(null);
  const [payment, setPayment] = useState(IN_CASH);
  if ((first === null) !== (asking === null)) {
    setFirst(asking === null ? null : figures);
    if (asking !== null) setPayment(asking.payment ?? IN_CASH);
  }
  const changed = asking !== null && (asking.changed === true || (first !== null && first !== figures));
  return { payment, setPayment, changed, figures };
}

// Dialogs of the Fines screen that more than one of its parts opens.

export const reverseWaiver = lazyPart(() => import('../../../ui/money/TakeBackWaiver.tsx'), areaTexts('collect'));

// What the screen shows of changes before the server has answered: a layer over its list, never written into it. So
// undoing a change only removes it, and the answer to another request cannot undo what the screen shows.

export interface OptimisticChanges {
  changes: readonly FineChange[];
  isUnderWay: (fineId: string) => boolean;
  begin: (changes: readonly FineChange[]) => void;
  end: (fineIds: readonly string[]) => void;
  /** Updates the cached lists with the server's answer, until they are read again. */
  settle: (totals: Totals, update: (list: FinesList) => FinesList) => Promise<void>;
  /** Shows these fines as in the server's answer, until the lists are read again. */
  show: (fines: readonly Fine[]) => void;
}

export function useOptimisticChanges(): OptimisticChanges {
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

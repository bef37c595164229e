// "Undo" in the message that something was done: takes back all that was done in one go, or says why not (FINE-22).
import type { Fine } from '../../../contract/fines/fines.ts';
import { undo as undoOperation } from '../../../contract/money/undo.ts';
import type { Output } from '../../../contract/operation.ts';
import { ApiError, isTransient, newKey } from '../../api/call.ts';
import { useWrite } from '../../api/hooks.ts';
import { useMay } from '../../api/session.ts';
import { typeText } from '../../messages/fine-types.ts';
import { recordedText } from '../../messages/formats.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import { isolated } from '../../messages/translate.ts';
import { moneyText } from '../money/money-text.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { reasonOf } from './failure.ts';
import { FIGURES_SHOWN_MS, toast, type ToastOptions } from './toast.tsx';

/** How many fines are named at most. */
const MAX_NAMED = 3;

/**
 * For a toast. `batch`: from the answer; absent in an answer stored by an older version, of which nothing can be
 * undone. `shown`: shows the result before the answer, and returns a function to be called at the end.
 */
export type Undo = (batch: number | undefined, shown?: () => (undone: boolean) => void) => Pick<ToastOptions, 'undo'>;

export function useUndo(): Undo {
  const { t } = useTexts();
  const may = useMay();
  const { mutateAsync } = useWrite(undoOperation);
  const run = async (batch: number, key: string, shown: () => (undone: boolean) => void): Promise<void> => {
    const end = shown();
    try {
      const { text, reduced } = doneText(t, await mutateAsync({ input: { body: { batch } }, key }));
      toast.success(text, reduced ? { autoClose: FIGURES_SHOWN_MS } : {});
      end(true);
    } catch (error) {
      const again = { label: t('common.tryAgain'), run: () => void run(batch, key, shown) };
      toast.error(t('common.undo.failed', { reason: notUndone(error, t) }), {
        ...(isTransient(error) && { undo: again, autoClose: false }),
      });
      end(false);
    }
  };
  return (batch, shown = () => () => undefined) =>
    batch === undefined || !may(undoOperation)
      ? {}
      : { undo: { label: t('common.undo.button'), run: () => void run(batch, newKey(), shown) } };
}

type Done = Output<typeof undoOperation>;
type Later = 'reductions' | 'pictures';

/** What was undone, and which fines that reduced; the answer of an older version says less. */
function doneText(t: Translate, answer: Omit<Done, Later> & Partial<Pick<Done, Later>>) {
  const { fines, payments, waivers, reductions = [], pictures = 0 } = answer;
  const reduced = addPaisa(...reductions.map(({ from, to }) => from - to));
  const toCredit = addPaisa(...reductions.map(({ toGiveBack }) => toGiveBack));
  const done = [
    ...(fines > 0 ? [t('common.undo.fines', { count: fines })] : []),
    ...(pictures > 0 ? [t('common.undo.pictures', { count: pictures })] : []),
    ...(payments > 0 ? [t('common.undo.payments', { count: payments })] : []),
    ...(waivers > 0 ? [t('common.undo.waivers', { count: waivers })] : []),
    ...(reduced > 0 ? [t('common.undo.reduced', { count: reductions.length, amount: moneyText(reduced, 'rs') })] : []),
    ...(toCredit > 0 ? [t('common.undo.toCredit', { amount: moneyText(toCredit, 'rs') })] : []),
  ];
  return { text: done.join(' '), reduced: reduced > 0 };
}

/** Why nothing was undone: which fines have changed since, and how. */
function notUndone(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError) || error.code !== 'fines-changed') return reasonOf(error, t);
  const { fines, deleted } = error.details as { fines: Fine[]; deleted: string[] };
  if (fines.length === 0) return t('common.undo.deleted', { count: deleted.length });
  const named = fines.slice(0, MAX_NAMED).map(({ fineType, userName, amount }) =>
    t('common.undo.named', {
      fineType: isolated(typeText(fineType)),
      userName: isolated(recordedText(userName)),
      amount: moneyText(amount, 'rs'),
    }),
  );
  if (fines.length > MAX_NAMED) named.push('…');
  const isPaid = fines.every(({ status }) => status === 'Paid');
  return t(isPaid ? 'common.undo.paid' : 'common.undo.changed', { count: fines.length, fines: named.join('; ') });
}

// The state of the form that collects a payment. What may have been saved is sent again unchanged, under its key.
import { useState } from 'react';
import { type Owed, readOwed, takePayment } from '../../../../contract/money/payments.ts';
import { ApiError } from '../../../api/call.ts';
import { queryClient, readKey, useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { useBusy } from '../../../ui/controls/buttons.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { type RecordForm, useRecordForm, useShown } from '../../../ui/forms/record-form.ts';
import { isUnseenDouble } from '../../../ui/money/unseen-double.ts';
import {
  type CollectProblem,
  type CollectValues,
  EMPTY_COLLECTION,
  figuresOf,
  type PaymentBody,
  readCollection,
  type Taken,
} from './collection.ts';

export interface Collection {
  /** Also busy while the reference is looked up. */
  form: RecordForm<CollectValues>;
  /** What is owed has changed since it was first shown, or since the person agreed. */
  changed: boolean;
  submit: () => void;
}

export function useCollectForm(options: {
  userId: string;
  /** the only fine that is ticked at first; undefined: all are */
  fineId: string | undefined;
  /** undefined until it is read */
  owed: Owed | undefined;
  onTaken: (taken: Taken) => void;
  onClose: () => void;
}): Collection {
  const { userId, fineId, owed, onTaken, onClose } = options;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const name = `collect.${userId}`;
  const submission = useSubmission(takePayment, {
    name,
    onError: (error) => {
      const current = currentIn(error);
      if (current !== null) queryClient.setQueryData(readKey(readOwed, { params: { userId } }), current);
    },
    complain: (error) => {
      const reason = reasonOf(error, t, { offline: t('collect.offline') });
      toast.error(t('collect.failed', { reason }), { id: name });
    },
  });
  const [lookingUp, during] = useBusy();
  const form = useRecordForm<CollectValues>({
    base: { ...EMPTY_COLLECTION, unticked: allBut(fineId, owed) },
    draftName: name,
    submission,
    onClose,
  });
  const { changed, agree } = useShown(name, owed && figuresOf(owed), form);

  // After a payment the dialog stays, with the receipt.
  const send = (body: PaymentBody): Promise<void> =>
    form.attempt(async () => {
      onTaken(await submission.send({ body }));
      form.discard();
      return [];
    });
  const textOf = ({ field, problem }: CollectProblem): string =>
    field === 'amount'
      ? t(problem === 'zero' ? 'collect.zero' : 'common.amount.invalid')
      : field === 'receivedOn'
        ? t(problem === 'future' ? 'collect.future' : 'common.day.invalid')
        : t('collect.tooLong');

  const submit = async (): Promise<void> => {
    if (form.busy || lookingUp || owed === undefined) return;
    const sent = submission.unanswered[0]?.input.body;
    if (sent !== undefined) {
      await send(sent);
      return;
    }
    const read = readCollection(owed, form.values, today);
    if ('problem' in read) {
      form.showProblems({ [read.field]: textOf(read) });
      return;
    }
    const { method = 'Cash', reference = '' } = read.body;
    if (await during(() => isUnseenDouble(method, reference))) return;
    agree();
    await send(read.body);
  };
  return { form: { ...form, busy: form.busy || lookingUp }, changed, submit: () => void submit() };
}

/** None, if another window has paid that fine meanwhile. */
function allBut(fineId: string | undefined, owed: Owed | undefined): string[] {
  const ids = owed?.fines.map(({ id }) => id) ?? [];
  return fineId !== undefined && ids.includes(fineId) ? ids.filter((id) => id !== fineId) : [];
}

/** What is owed now, which comes with `payment-changed`; null for any other error. */
function currentIn(error: unknown): Owed | null {
  if (!(error instanceof ApiError) || error.code !== 'payment-changed') return null;
  const { details } = error;
  // The contract defines these details for this code.
  return typeof details === 'object' && details !== null && 'fines' in details ? (details as Owed) : null;
}

// What a member owes and has as credit, for a dialog that has just opened.

/**
 * `owed` is undefined until it is read afresh: cached figures may be old, and nobody would have seen them change.
 * `gone`: there is no such member.
 */
export function useOwed(
  userId: string,
  enabled: boolean,
): { owed: Owed | undefined; failed: boolean; gone: boolean; tryAgain: () => void } {
  const query = useRead(readOwed, { params: { userId } }, { enabled, keepPrevious: false });
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && query.data !== undefined && !query.isFetching) setIsFresh(true);
  return {
    owed: isFresh ? query.data : undefined,
    failed: query.isError,
    gone: query.error instanceof ApiError && query.error.code === 'user-not-found',
    tryAgain: () => void query.refetch(),
  };
}

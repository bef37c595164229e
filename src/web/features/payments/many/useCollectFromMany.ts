// The state of "Collect from Many". A submission that may have been saved is sent again unchanged, under its key.
import { useState } from 'react';
import { collectFromMany, type CollectedFromMany, type Debtor } from '../../../../contract/money/debtors.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { useDraft } from '../../../api/drafts.ts';
import { ApiError } from '../../../api/errors.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useMethods } from '../../../ui/forms/fields/useMethods.ts';
import { type RecordForm, useRecordForm } from '../../../ui/forms/useRecordForm.ts';
import {
  type ManyProblem,
  type ManyValues,
  NOBODY,
  readMany,
  tick,
  usualMethod,
  withFigures,
} from './collection-from-many.ts';

const NAME = 'collect-from-many';

export interface CollectionFromMany {
  form: RecordForm<ManyValues>;
  method: PaymentMethod;
  /** The debts of the ticked members have changed since they were ticked, or since the person agreed. */
  changed: boolean;
  tick: (debtors: readonly Debtor[], on: boolean) => void;
  /** Takes in what some of the members owe now. */
  refresh: (current: readonly Debtor[]) => void;
  /** Whether everything is ready to be saved; problems are shown at their fields. */
  check: () => boolean;
  save: () => Promise<void>;
}

/** What was saved last, until it is closed. It survives a reload. */
export const useCollected = () => useDraft<CollectedFromMany | null>(`${NAME}.done`, null);

export function useCollectFromMany(onDone: (done: CollectedFromMany) => void): CollectionFromMany {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const [changed, setChanged] = useState(false);
  const submission = useSubmission(collectFromMany, {
    name: NAME,
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError) refuse(error);
      toast.error(t('collect.many.failed', { reason: reasonOf(error, t, { offline: t('collect.offline') }) }));
    },
  });
  const form = useRecordForm<ManyValues>({
    base: NOBODY,
    draftName: NAME,
    submission,
    onClose: () => setChanged(false),
  });
  const { values, busy, unanswered } = form;
  const usual = usualMethod(useMethods());
  const method = values.method ?? usual;

  const keep = (debtors: readonly Debtor[]): void => {
    if (debtors === values.debtors) return;
    form.change('debtors', [...debtors]);
    setChanged(true);
  };
  const refuse = ({ code, details }: ApiError): void => {
    // The contract defines these details for these codes.
    if (code === 'debts-changed') keep(withFigures(values.debtors, (details as { debtors: Debtor[] }).debtors));
    if (code === 'user-not-found') {
      const { userIds } = details as { userIds: string[] };
      keep(values.debtors.filter(({ userId }) => !userIds.includes(userId)));
    }
  };
  const problemText = ({ field, problem }: ManyProblem): string => {
    if (field === 'receivedOn') return t(problem === 'future' ? 'collect.future' : 'common.day.invalid');
    if (field === 'limit') return t('common.amount.invalid');
    return t(field === 'debtors' ? 'collect.many.nobody' : 'collect.tooLong');
  };
  const check = (): boolean => {
    const read = readMany(values, method, today);
    form.showProblems('problem' in read ? { [read.field]: problemText(read) } : {});
    return 'body' in read;
  };

  return {
    form,
    method,
    changed,
    tick: (debtors, on) => form.change('debtors', tick(values.debtors, debtors, on)),
    refresh: (current) => {
      // The submission itself may have changed them.
      if (!busy && !unanswered) keep(withFigures(values.debtors, current));
    },
    check,
    save: async () => {
      const read = readMany(values, method, today);
      if (!('body' in read)) return;
      setChanged(false);
      await form.save(() => submission.send({ body: read.body }));
    },
  };
}

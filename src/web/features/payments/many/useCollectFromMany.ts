// The state of "Collect from Many". A submission that may have been saved is sent again unchanged, under its key.
import { useState } from 'react';
import { collectFromMany, type CollectedFromMany, type Debtor } from '../../../../contract/money/debtors.ts';
import type { PaymentMethod } from '../../../../core/money/payment.ts';
import { useDraft } from '../../../api/sending/drafts.ts';
import { ApiError } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { recordedText } from '../../../messages/formats.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/translate.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { offerUndo } from '../../../ui/feedback/undoable.ts';
import { useMethods } from '../../../ui/forms/fields/MethodSelect.tsx';
import { type RecordForm, useRecordForm } from '../../../ui/forms/record-form.ts';
import {
  type Changed,
  changesOf,
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
  /** Whose debts have changed since they were ticked, or since the person agreed. */
  changed: readonly Changed[];
  tick: (debtors: readonly Debtor[], on: boolean) => void;
  /** Takes in what some of the members owe now; whether that changes anything for those who are ticked. */
  refresh: (current: readonly Debtor[]) => boolean;
  /** Whether everything is ready to be saved; problems are shown at their fields. */
  check: () => boolean;
  save: () => Promise<void>;
}

/** How many members are named at most. */
const MAX_NAMED = 10;

const TEXTS = { other: 'collect.many.changed', nothing: 'collect.many.settled', deleted: 'collect.many.gone' } as const;

/** Those of them to whom this happened, in one sentence; empty if there are none. */
export function changedText(changed: readonly Changed[], now: Changed['now'], t: Translate): string {
  const those = changed.filter((one) => one.now === now);
  const names = those.slice(0, MAX_NAMED).map(({ userName }) => isolated(recordedText(userName)));
  if (those.length > MAX_NAMED) names.push('…');
  return those.length === 0 ? '' : t(TEXTS[now], { count: those.length, names: names.join(' · ') });
}

/** What was saved, and of what the form consisted. */
export type SavedCollection = CollectedFromMany & { values: ManyValues };

/** What was saved last, until it is closed. It survives a reload. */
export function useSavedCollection(): {
  done: SavedCollection | null;
  show: (done: SavedCollection) => void;
  close: () => void;
  /** Closes it after it was taken back: the form is again as it was. */
  returnToForm: () => void;
} {
  const [done, setDone, close] = useDraft<SavedCollection | null>(`${NAME}.done`, null);
  const [, setForm] = useDraft<Partial<ManyValues>>(NAME, NOBODY);
  return {
    done,
    show: (collected) => {
      if (collected.batch !== undefined) offerUndo(collected.batch);
      setDone(collected);
    },
    close,
    returnToForm: () => {
      if (done !== null) setForm(done.values);
      close();
    },
  };
}

export function useCollectFromMany(onDone: (done: SavedCollection) => void): CollectionFromMany {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const [changed, setChanged] = useState<readonly Changed[]>([]);
  const submission = useSubmission(collectFromMany, {
    name: NAME,
    onSuccess: (done) => onDone({ ...done, values: form.values }),
    complain: (error) => {
      const gone = error instanceof ApiError ? refuse(error) : [];
      const own = {
        offline: t('collect.offline'),
        ...(gone.length > 0 && { 'user-not-found': changedText(gone, 'deleted', t) }),
      };
      toast.error(t('collect.many.failed', { reason: reasonOf(error, t, own) }), { id: NAME });
    },
  });
  const form: RecordForm<ManyValues> = useRecordForm<ManyValues>({
    base: NOBODY,
    draftName: NAME,
    submission,
    onClose: () => setChanged([]),
  });
  const { values, busy, unanswered } = form;
  const usual = usualMethod(useMethods());
  const method = values.method ?? usual;

  const keep = (debtors: readonly Debtor[], missing?: 'deleted'): Changed[] => {
    const found = changesOf(values.debtors, debtors, missing);
    if (found.length === 0) return found;
    form.change('debtors', [...debtors]);
    const ids = new Set(found.map(({ userId }) => userId));
    setChanged((before) => [...before.filter(({ userId }) => !ids.has(userId)), ...found]);
    return found;
  };
  /** The members who turn out to be deleted. */
  const refuse = ({ code, details }: ApiError): Changed[] => {
    // The contract defines these details for these codes.
    if (code === 'debts-changed') keep(withFigures(values.debtors, (details as { debtors: Debtor[] }).debtors));
    if (code !== 'user-not-found') return [];
    const { userIds } = details as { userIds: string[] };
    return keep(
      values.debtors.filter(({ userId }) => !userIds.includes(userId)),
      'deleted',
    );
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
    // While it is being saved, the submission itself may have changed them.
    refresh: (current) => !busy && !unanswered && keep(withFigures(values.debtors, current)).length > 0,
    check,
    save: async () => {
      const read = readMany(values, method, today);
      if (!('body' in read)) return;
      setChanged([]);
      await form.save(() => submission.send({ body: read.body }));
    },
  };
}

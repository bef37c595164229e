// The form that corrects a fine. It sends what was shown: if another window was first, nothing is saved, and the person
// is shown the fine as it is now.
import { Alert, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { correctFine, type FineDetails, readFine } from '../../../../contract/fines/fine-details.ts';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { filledTexts } from '../../../../core/fines/fine-texts.ts';
import { ApiError } from '../../../api/call.ts';
import { queryClient, readKey } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { FormNotices } from '../../../ui/forms/FormSheet.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { formDraft } from '../../../ui/dialogs/dialog-state.ts';
import { type RecordForm, useRecordForm } from '../../../ui/forms/record-form.ts';
import {
  type CorrectBody,
  type Corrected,
  amountFixedBy,
  isSame,
  movesAhead,
  readCorrection,
  shownOf,
} from './correction.ts';
import classes from '../fines.module.css';
import { FineTextInputs, FineTypeInput } from '../adding/FineTypeInput.tsx';
import { type TypedFine, typedFine } from '../fine-fields.ts';

export interface Correcting {
  form: RecordForm<TypedFine>;
  /** Another window changed the fine since the form was opened. */
  changed: boolean;
  submit: () => void;
  /** The question about a day in the future, before anything is sent. */
  ahead: { asked: boolean; confirm: () => void; back: () => void };
}

/** `fine`: as it is; `opened`: as it was when the form was opened. */
export function useCorrectFine(options: { fine: Fine; opened: Fine; onDone: () => void }): Correcting {
  const { fine, opened, onDone } = options;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const input = { params: { fineId: fine.id } };
  /** Shows the fine as in the server's answer, until it is read again. */
  const show = (answered: Fine): void => {
    const key = readKey(readFine, input);
    queryClient.setQueryData<FineDetails>(key, (details) => details && { ...details, fine: answered });
  };
  const name = formDraft('fine', fine.id);
  const submission = useSubmission(correctFine, {
    name,
    onSuccess: () => toast.success(t('fines.correct.done')),
    onError: (error) => {
      const current = currentIn(error);
      if (current !== null) show(current);
    },
    complain: (error) => toast.error(t('fines.failed.correct', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm<TypedFine>({ base: typedFine(fine), draftName: name, submission, onClose: onDone });
  const sent = submission.unanswered[0]?.input.body;

  // While it is being saved, the server decides about changes by other windows.
  const isWaiverChanged = fine.waivedAmount !== opened.waivedAmount;
  const isCorrected = !isSame(fine, opened) && (sent === undefined || !isSame(fine, sent));
  const changed = !form.busy && (isCorrected || isWaiverChanged);

  const save = async (body: CorrectBody): Promise<void> => {
    let saved: Fine | null = null;
    await form.save(async () => {
      saved = (await submission.send({ ...input, body })).fine;
    });
    if (saved !== null) show(saved);
  };
  const [ahead, setAhead] = useState<Corrected | null>(null);
  const send = (to: Corrected): void => void save({ ...to, shown: shownOf(fine) });
  const submit = (): void => {
    if (form.busy) return;
    // If it was paid in another window meanwhile, it keeps its amount.
    const isFixed = amountFixedBy(fine) !== null;
    const values = isFixed ? { ...form.values, amount: typedFine(fine).amount } : form.values;
    const to = readCorrection(values, fine, today);
    if ('problem' in to) {
      const sentence = t(...to.problem);
      form.showProblems({ [to.field]: sentence });
      toast.error(sentence, { id: name });
    } else if (sent !== undefined && isSame(to, sent)) {
      // It may have been saved: sent again unchanged, it gets the first answer.
      void save(sent);
    } else if (isSame(to, fine)) form.giveUp();
    else if (movesAhead(to, fine, today)) setAhead(to);
    else send(to);
  };
  const question = {
    asked: ahead !== null,
    confirm: () => {
      setAhead(null);
      if (ahead !== null) send(ahead);
    },
    back: () => setAhead(null),
  };
  return { form, changed, submit, ahead: question };
}

export function CorrectFine(props: { id: string; fine: Fine; doubled: boolean; correction: Correcting }): ReactNode {
  const { id, fine, doubled, correction } = props;
  const { form, changed, submit } = correction;
  const { values, problems, busy, change } = form;
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const fixedBy = amountFixedBy(fine);
  const { ref } = form;
  // The form replaces the details, which had the focus.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);

  const waived = t('fines.correct.waived', { amount: moneyText(fine.waivedAmount, 'rs') });
  const aboutAmount =
    fixedBy !== null
      ? t(`fines.correct.${fixedBy}`)
      : [...(doubled ? [t('fines.correct.doubled')] : []), ...(fine.waivedAmount > 0 ? [waived] : [])].join(' · ');
  const now = { fineType: typeText(fine.fineType), amount: moneyText(fine.amount, 'rs'), date: dayText(fine.date) };
  return (
    <form
      ref={form.ref}
      id={id}
      noValidate
      aria-busy={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={12}>
        <FormNotices form={form} />
        {changed && (
          <Alert color="yellow" role="alert">
            {[
              t('fines.correct.changed', now),
              ...filledTexts(fine).map(([text, said]) =>
                t('fines.correct.text', { field: t(`common.fine.text.${text}`), text: said }),
              ),
              ...(fine.waivedAmount > 0 ? [waived] : []),
            ].join(' ')}
          </Alert>
        )}
        <FineTypeInput
          eager={false}
          readOnly={busy}
          value={values.fineType}
          error={problems.fineType ?? null}
          onChange={(fineType) => change('fineType', fineType)}
          onChoose={(fineType) => change('fineType', fineType)}
        />
        <div className={classes['pair']}>
          <AmountInput
            label={t('fines.add.amount')}
            required
            disabled={fixedBy !== null}
            description={aboutAmount === '' ? undefined : aboutAmount}
            value={fixedBy === null ? values.amount : typedFine(fine).amount}
            error={problems.amount}
            onChange={(amount) => change('amount', amount)}
          />
          <DayInput
            label={t('fines.add.date')}
            required
            today={today}
            value={values.date}
            error={problems.date}
            onChange={(date) => change('date', date)}
          />
        </div>
        <FineTextInputs readOnly={busy} values={values} problemOf={(text) => problems[text]} onChange={change} />
      </Stack>
    </form>
  );
}

/** The fine that comes with `fine-changed`; null for any other error. */
function currentIn(error: unknown): Fine | null {
  if (!(error instanceof ApiError) || error.code !== 'fine-changed') return null;
  const { details } = error;
  // The contract defines these details for this code.
  return typeof details === 'object' && details !== null && 'fineType' in details ? (details as Fine) : null;
}

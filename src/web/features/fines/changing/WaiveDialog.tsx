// Waives a fine, in whole or in part (WAIVE-2 to WAIVE-4). It sends what was shown: if another window was first,
// nothing is saved, and the person is shown the fine as it is now.
import { Alert, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Fine, readDeletion } from '../../../../contract/fines/fines.ts';
import { waiveFine } from '../../../../contract/money/waivers.ts';
import { MIN_REASON } from '../../../../core/limits.ts';
import { parseAmount } from '../../../../core/money/money.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { useMoneyDialog } from '../../../ui/money/opening/opening.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import { moneyText } from '../../../ui/money/money.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useUndo } from '../../../ui/feedback/undo.ts';
import { ReasonInput } from '../../../ui/forms/ReasonInput.tsx';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { useLast, useOpening } from '../../../ui/dialogs/dialog-state.ts';
import { useRecordForm, useShown } from '../../../ui/forms/record-form.ts';
import { Consequence, FineInQuestion } from './ConfirmAction.tsx';

/** `fine`: as it is now; null while nothing is asked. */
export default function WaiveDialog(props: { fine: Fine | null; onClose: () => void }): ReactNode {
  const shown = useLast(props.fine);
  const opening = useOpening(props.fine !== null);
  if (shown === null) return null;
  return <OneFine key={opening} fine={shown} opened={props.fine !== null} onClose={props.onClose} />;
}

interface WaiveValues {
  amount: string;
  reason: string;
  mistake: boolean;
}

function OneFine({ fine, opened, onClose }: { fine: Fine; opened: boolean; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const { show } = useMoneyDialog();
  const undo = useUndo();
  const name = `fine.waive.${fine.id}`;
  const submission = useSubmission(waiveFine, {
    name,
    onSuccess: ({ waived, toCredit, batch }, { input: { body } }) => {
      // A mistake may have undone a doubling, which Undo would not restore.
      const undoing = body.mistake === true ? {} : undo(batch);
      toast.success(t('fines.waive.done', { amount: moneyText(waived, 'rs') }), undoing);
      if (toCredit === 0) return;
      const run = (): void => show({ kind: 'give-back', userId: fine.userId });
      toast.info(t('fines.waive.toCredit', { amount: moneyText(toCredit, 'rs') }), {
        action: { label: t('common.giveBack'), run },
      });
    },
    complain: (error) => toast.error(t('fines.waive.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const paid = fine.outstanding === 0;
  const form = useRecordForm<WaiveValues>({
    // Nothing is outstanding of a paid fine: it can only have been a mistake.
    base: { amount: typedAmount(fine.outstanding), reason: '', mistake: paid },
    draftName: name,
    submission,
    onClose,
  });
  const { values, problems, busy } = form;
  const mistake = values.mistake || paid;
  const { changed, agree } = useShown(name, `${fine.outstanding} ${fine.waivedAmount} ${fine.paidAmount}`, form);

  const foreseen = useRead(
    readDeletion,
    { params: { fineId: fine.id } },
    { enabled: opened && mistake, keepPrevious: false },
  );
  const deletion = foreseen.isFetching ? undefined : foreseen.data;

  const submit = async (): Promise<void> => {
    const reason = values.reason.trim();
    const paisa = parseAmount(values.amount);
    const wrong = !mistake ? amountProblem(paisa, fine) : null;
    const found = {
      ...(wrong !== null && { amount: t(wrong) }),
      ...(reason.length < MIN_REASON && { reason: t('fines.waive.reasonMissing') }),
    };
    form.showProblems(found);
    if (Object.keys(found).length > 0) return;
    agree();
    const params = { fineId: fine.id };
    await form.save(() =>
      submission.send({
        params,
        body: mistake
          ? {
              outstanding: fine.outstanding,
              paidAmount: fine.paidAmount,
              mistake,
              reason,
              ...(deletion !== undefined && { reduces: deletion.reduction?.fineId ?? '' }),
            }
          : { outstanding: fine.outstanding, amount: paisa ?? 0, reason },
      }),
    );
  };

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('fines.waive.title')}
      saveLabel={t('fines.waive.save')}
      form={form}
      onSubmit={() => void submit()}
    >
      <FineInQuestion fine={fine} />
      {changed && (
        <Alert color="yellow" role="alert">
          {t('fines.waive.changed', { amount: moneyText(fine.outstanding, 'rs') })}
        </Alert>
      )}
      <AmountInput
        label={t('fines.waive.amount')}
        required
        disabled={mistake}
        description={mistake ? undefined : t('fines.waive.left', { amount: moneyText(fine.outstanding, 'rs') })}
        value={mistake ? typedAmount(fine.outstanding + fine.paidAmount) : values.amount}
        error={problems.amount}
        onChange={(amount) => form.change('amount', amount)}
      />
      <ReasonInput
        label={t('fines.waive.reason')}
        required
        readOnly={busy}
        value={values.reason}
        error={problems.reason}
        onChange={(text) => form.change('reason', text)}
      />
      <Checkbox
        label={t('fines.waive.mistake')}
        description={t('fines.waive.mistakeMeans')}
        checked={mistake}
        disabled={paid || busy}
        onChange={(event) => form.change('mistake', event.currentTarget.checked)}
      />
      {mistake && <Consequence deletion={deletion} failed={foreseen.isError} />}
    </FormSheet>
  );
}

function amountProblem(
  paisa: number | null,
  { outstanding }: Fine,
): 'common.amount.invalid' | 'fines.waive.tooMuch' | null {
  if (paisa === null || paisa === 0) return 'common.amount.invalid';
  return paisa > outstanding ? 'fines.waive.tooMuch' : null;
}

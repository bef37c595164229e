// Lets go of a fine, in whole or in part, or takes that back (WAIVE-2 to WAIVE-5). It carries what was shown: where another
// window was first, the fine as it is now is put to the person, and nothing is saved.
import { Alert, Checkbox, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fine } from '../../../contract/fines.ts';
import { readDeletion } from '../../../contract/fines.ts';
import { takeBackWaiver, waiveFine } from '../../../contract/waivers.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { parseAmount, rupeesFromPaisa } from '../../../core/money.ts';
import { useRead } from '../../api/hooks.ts';
import { useSubmission } from '../../api/submissions.ts';
import { useTexts } from '../../messages/index.ts';
import { useMoneyDialog } from '../../shell/money-dialog.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { reasonOf } from '../../ui/failure.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { moneyText } from '../../ui/Money.tsx';
import { sumOf } from '../../ui/rupees.ts';
import { toast } from '../../ui/toast.tsx';
import { useTooLong } from '../../ui/too-long.ts';
import { typedAmount } from '../../ui/typed-amount.ts';
import { useLast, useOpening } from '../../ui/useOpening.ts';
import { useRecordForm } from '../../ui/useRecordForm.ts';
import { useShown } from '../../ui/useShown.ts';
import { Consequence, FineInQuestion } from './ConfirmAction.tsx';
import classes from './dialogs.module.css';

export interface WaiveQuestion {
  action: 'waive' | 'unwaive';
  /** as it is now */
  fine: Fine;
}

/** `question`: null while nothing is asked. */
export default function WaiveDialog(props: { question: WaiveQuestion | null; onClose: () => void }): ReactNode {
  const shown = useLast(props.question);
  const opening = useOpening(props.question !== null);
  if (shown === null) return null;
  return <OneFine key={opening} {...shown} opened={props.question !== null} onClose={props.onClose} />;
}

interface WaiveValues {
  amount: string;
  reason: string;
  mistake: boolean;
}

function OneFine({
  action,
  fine,
  opened,
  onClose,
}: WaiveQuestion & { opened: boolean; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const { show } = useMoneyDialog();
  const waiving = action === 'waive';
  const name = `fine.${action}.${fine.id}`;
  const onError = (error: unknown): void => {
    toast.error(t(waiving ? 'fines.waive.failed' : 'fines.unwaive.failed', { reason: reasonOf(error, t) }));
  };
  const waiver = useSubmission(waiveFine, {
    name,
    onSuccess: ({ waived, toCredit }) => {
      toast.success(t('fines.waive.done', { amount: moneyText(waived, 'rs') }));
      if (toCredit === 0) return;
      const run = (): void => show({ kind: 'give-back', userId: fine.userId });
      toast.info(t('fines.waive.toCredit', { amount: moneyText(toCredit, 'rs') }), {
        action: { label: t('common.giveBack'), run },
      });
    },
    onError,
  });
  const reversal = useSubmission(takeBackWaiver, {
    name: `${name}.back`,
    onSuccess: () => toast.success(t('fines.unwaive.done')),
    onError,
  });
  const submission = waiving ? waiver : reversal;
  const paid = fine.outstanding === 0;
  const form = useRecordForm<WaiveValues>({
    // Nothing is outstanding of a paid fine: it can only have been a mistake.
    base: { amount: typedAmount(fine.outstanding), reason: '', mistake: paid },
    draftName: name,
    submission,
    onClose,
  });
  const { values, problems, busy } = form;
  const mistake = waiving && (values.mistake || paid);
  const { changed, agree } = useShown(name, `${fine.outstanding} ${fine.waivedAmount}`, form);

  const foreseen = useRead(
    readDeletion,
    { params: { fineId: fine.id } },
    { enabled: opened && mistake, keepPrevious: false },
  );
  const told = foreseen.isFetching ? undefined : foreseen.data;

  const submit = async (): Promise<void> => {
    const reason = values.reason.trim();
    const paisa = parseAmount(values.amount);
    const wrong = waiving && !mistake ? amountProblem(paisa, fine) : null;
    const found = {
      ...(wrong !== null && { amount: t(wrong) }),
      ...(reason.length < 3 && { reason: t('fines.waive.reasonMissing') }),
    };
    form.showProblems(found);
    if (Object.keys(found).length > 0) return;
    agree();
    const params = { fineId: fine.id };
    await form.save(() =>
      waiving
        ? waiver.send({
            params,
            body: mistake
              ? {
                  outstanding: fine.outstanding,
                  mistake,
                  reason,
                  ...(told !== undefined && { reduces: told.reduction?.fineId ?? '' }),
                }
              : { outstanding: fine.outstanding, amount: rupeesFromPaisa(paisa ?? 0), reason },
          })
        : reversal.send({ params, body: { waived: fine.waivedAmount, reason } }),
    );
  };
  const tooLong = useTooLong();

  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t(waiving ? 'fines.waive.title' : 'fines.unwaive.title')}
      saveLabel={t(waiving ? 'fines.waive.save' : 'fines.unwaive.save')}
      form={form}
      onSubmit={() => void submit()}
    >
      <FineInQuestion fine={fine} />
      {changed && (
        <Alert color="yellow" role="alert">
          {t('fines.waive.changed', { amount: moneyText(waiving ? fine.outstanding : fine.waivedAmount, 'rs') })}
        </Alert>
      )}
      {waiving ? (
        <AmountInput
          label={t('fines.waive.amount')}
          required
          disabled={mistake}
          description={mistake ? undefined : t('fines.waive.left', { amount: moneyText(fine.outstanding, 'rs') })}
          value={mistake ? typedAmount(chargedOf(fine)) : values.amount}
          error={problems.amount}
          onChange={(amount) => form.change('amount', amount)}
        />
      ) : (
        <p className={classes['questionText']}>
          {t('fines.unwaive.question', { amount: moneyText(fine.waivedAmount, 'rs') })}
          {fine.mistake && ` ${t('fines.unwaive.mistake')}`}
        </p>
      )}
      <Textarea
        label={t('fines.waive.reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        autoComplete="off"
        readOnly={busy}
        value={values.reason}
        error={problems.reason ?? tooLong(values.reason, MAX_LENGTH.reason)}
        onChange={(event) => form.change('reason', event.currentTarget.value)}
      />
      {waiving && (
        <Checkbox
          label={t('fines.waive.mistake')}
          description={t('fines.waive.mistakeMeans')}
          checked={mistake}
          disabled={paid || busy}
          onChange={(event) => form.change('mistake', event.currentTarget.checked)}
        />
      )}
      {mistake && <Consequence told={told} failed={foreseen.isError} />}
    </FormSheet>
  );
}

/** Less what was waived before. */
const chargedOf = ({ outstanding, paidAmount }: Fine): number => sumOf([outstanding, paidAmount]);

function amountProblem(
  paisa: number | null,
  { outstanding }: Fine,
): 'common.amount.invalid' | 'fines.waive.tooMuch' | null {
  if (paisa === null || paisa === 0) return 'common.amount.invalid';
  return rupeesFromPaisa(paisa) > outstanding ? 'fines.waive.tooMuch' : null;
}

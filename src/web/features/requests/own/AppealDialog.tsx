// "Appeal" (REQ-2): against one of the member's own fines, with a reason.
import { Alert, Input, Radio } from '@mantine/core';
import { type JSX, useId } from 'react';
import { type OwnRequests, sendAppeal } from '../../../../contract/money/requests.ts';
import { MIN_REASON } from '../../../../core/limits.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { DialogLoading } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ReasonInput } from '../../../ui/forms/ReasonInput.tsx';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import { useRecordForm } from '../../../ui/forms/record-form.ts';
import { Money } from '../../../ui/money/money.tsx';
import classes from '../requests.module.css';
import { useOwnFines } from './useOwnFines.ts';

const NAME = 'request.appeal';
const EMPTY = { fineId: '', reason: '' };

interface AppealDialogProps {
  opened: boolean;
  own: OwnRequests;
  onClose: () => void;
}

export default function AppealDialog({ opened, own, onClose }: AppealDialogProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const { fines, failed, tryAgain } = useOwnFines('all', opened);
  const submission = useSubmission(sendAppeal, {
    name: NAME,
    onSuccess: () => toast.success(t('requests.claim.sent')),
    complain: (error) => toast.error(t('requests.claim.failed', { reason: reasonOf(error, t) }), { id: NAME }),
  });
  const form = useRecordForm({ base: EMPTY, draftName: NAME, submission, onClose });
  const { values, busy, problems, change } = form;
  const free = fines?.filter((fine) => !own.open.includes(fine.id));
  // If there is only one, there is nothing to choose.
  const chosen = free?.length === 1 ? free[0]?.id : values.fineId;
  const isNone = free?.length === 0;

  const submit = (): void => {
    const reason = values.reason.trim();
    const fineId = free?.find((fine) => fine.id === chosen)?.id;
    const wrong = {
      ...(fineId === undefined && { fineId: t('requests.appeal.choose') }),
      ...(reason.length < MIN_REASON && { reason: t('requests.appeal.missing', { min: MIN_REASON }) }),
    };
    form.showProblems(wrong);
    if (fineId === undefined || 'reason' in wrong) return;
    void form.save(() => submission.send({ body: { fineId, reason } }));
  };
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t('requests.appeal.title')}
      saveLabel={t('requests.claim.save')}
      idle={free === undefined || isNone}
      form={form}
      onSubmit={submit}
    >
      <p className={classes['text']}>{t('requests.appeal.intro')}</p>
      {free === undefined ? (
        <DialogLoading failed={failed} message={t('requests.claim.unknown')} onTryAgain={tryAgain} />
      ) : isNone ? (
        <Alert color="blue" role="status">
          {t('requests.appeal.none')}
        </Alert>
      ) : (
        <>
          <fieldset className={classes['choices']}>
            <legend>{t('requests.appeal.fine')}</legend>
            <ul>
              {free.map((fine) => (
                <li key={fine.id}>
                  <label htmlFor={`${id}-${fine.id}`} className={classes['choice']}>
                    <Radio
                      id={`${id}-${fine.id}`}
                      name={`${id}-fine`}
                      value={fine.id}
                      checked={chosen === fine.id}
                      aria-invalid={problems.fineId !== undefined || undefined}
                      onChange={() => !busy && change('fineId', fine.id)}
                    />
                    <span>
                      <bdi>{typeText(fine.fineType)}</bdi>
                      <small className={classes['aside']}>
                        <time dateTime={fine.date}>{dayText(fine.date)}</time>
                      </small>
                    </span>
                    <Money paisa={fine.amount} format="rs" />
                  </label>
                </li>
              ))}
            </ul>
            {problems.fineId !== undefined && (
              <Input.Error size="md" role="alert">
                {problems.fineId}
              </Input.Error>
            )}
          </fieldset>
          <ReasonInput
            label={t('requests.appeal.reason')}
            required
            readOnly={busy}
            value={values.reason}
            error={problems.reason}
            onChange={(text) => change('reason', text)}
            first={false}
          />
        </>
      )}
    </FormSheet>
  );
}

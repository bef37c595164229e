// Accepts an appeal (REQ-7): the whole fine is waived as a mistake. Says what happens to the money and another fine.
import type { JSX } from 'react';
import { readFine } from '../../../../contract/fines/fine-details.ts';
import { readDeletion } from '../../../../contract/fines/fines.ts';
import { acceptAppeal } from '../../../../contract/money/requests.ts';
import { ApiError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { DialogLoading } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useRecordForm, useShown } from '../../../ui/forms/record-form.ts';
import { rs } from '../../../ui/money/money-text.ts';
import classes from '../requests.module.css';
import { useFresh, Changed, type DecidingProps, DecisionSheet, NO_ANSWER } from './DecisionSheet.tsx';

/** The fine as it is now: null if it was deleted or completely waived; undefined until known. */
function useFineNow(fineId: string, enabled: boolean) {
  const query = useRead(readFine, { params: { fineId } }, { enabled, keepPrevious: false });
  const isDeleted = query.error instanceof ApiError && query.error.code === 'fine-not-found';
  const fresh = useFresh(query);
  const found = isDeleted ? null : fresh?.fine;
  const fine = found && found.outstanding + found.paidAmount === 0 ? null : found;
  const foreseen = useRead(
    readDeletion,
    { params: { fineId } },
    { enabled: enabled && fine !== null && fine !== undefined, keepPrevious: false },
  );
  const deletion = foreseen.isFetching ? undefined : foreseen.data;
  return {
    fine,
    deletion,
    failed: (query.isError && !isDeleted) || foreseen.isError,
    refetch: () => void Promise.all([query.refetch(), foreseen.refetch()]),
  };
}

export function AcceptAppeal(props: DecidingProps): JSX.Element {
  const { opened, request, onClose } = props;
  const { t } = useTexts();
  const { id: requestId, fines } = request;
  const name = `request.accept.${requestId}`;
  const { fine, deletion, failed, refetch } = useFineNow(fines[0]?.fineId ?? '', opened);
  const submission = useSubmission(acceptAppeal, {
    name,
    onSuccess: () => toast.success(t('requests.accept.doneAppeal')),
    onError: () => refetch(),
    complain: (error) => toast.error(t('requests.accept.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: NO_ANSWER, draftName: name, submission, onClose });
  const { values } = form;
  const isKnown = fine === null || (fine !== undefined && deletion !== undefined);
  const figures =
    fine === null
      ? 'gone'
      : fine &&
        deletion &&
        `${fine.outstanding} ${fine.paidAmount} ${deletion.reduction?.fineId ?? ''} ${deletion.reduction?.to ?? ''}`;
  const { changed, agree } = useShown(name, figures, form);

  const submit = (): void => {
    if (fine === undefined || !isKnown) return;
    agree();
    const shown = fine && {
      outstanding: fine.outstanding,
      paidAmount: fine.paidAmount,
      reduces: deletion?.reduction?.fineId ?? '',
    };
    const body = { fine: shown, answer: values.answer.trim() };
    void form.save(() => submission.send({ params: { requestId }, body }));
  };
  return (
    <DecisionSheet
      {...props}
      title={t('requests.accept.appealTitle')}
      saveLabel={t(fine === null ? 'requests.accept.saveGone' : 'requests.accept.saveAppeal')}
      idle={!isKnown}
      form={form}
      answer={{ label: t('requests.accept.answer') }}
      onSubmit={submit}
    >
      {fine === undefined ? (
        <DialogLoading failed={failed} message={t('requests.accept.unknown')} onTryAgain={refetch} />
      ) : (
        <>
          <Changed changed={changed} />
          {fine === null ? (
            <p className={classes['text']}>{t('requests.accept.gone')}</p>
          ) : (
            <div aria-live="polite">
              <p className={classes['text']}>
                {t('requests.accept.waives', { amount: rs(fine.outstanding + fine.paidAmount) })}
              </p>
              {fine.paidAmount > 0 && (
                <p className={classes['text']}>{t('requests.accept.becomesCredit', { amount: rs(fine.paidAmount) })}</p>
              )}
              <p className={classes['text']}>
                {deletion === undefined
                  ? t(failed ? 'requests.accept.unknown' : 'requests.accept.looking')
                  : deletion.reduction === null
                    ? t('requests.accept.nothingElse')
                    : t('requests.accept.reduces', {
                        day: dayText(deletion.reduction.date),
                        from: rs(deletion.reduction.from),
                        to: rs(deletion.reduction.to),
                      })}
              </p>
              {deletion !== undefined && deletion.surcharges > 0 && (
                <p className={classes['text']}>
                  {t('requests.accept.surcharges', { amount: rs(deletion.surcharges) })}
                </p>
              )}
            </div>
          )}
        </>
      )}
    </DecisionSheet>
  );
}

// Accepts "I have paid" (REQ-6): shows what the money pays and earlier payments with this reference, and takes it.
import type { JSX } from 'react';
import { readOwed } from '../../../../contract/money/payments.ts';
import { acceptClaim } from '../../../../contract/money/requests.ts';
import type { Output } from '../../../../contract/operation.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { DialogLoading } from '../../../ui/dialogs/DialogLoading.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { FIGURES_SHOWN_MS, toast } from '../../../ui/feedback/toast.tsx';
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts';
import { useShown } from '../../../ui/forms/useShown.ts';
import SameReference from '../../../ui/money/SameReference.tsx';
import { rs } from '../../../ui/money/money-text.ts';
import classes from '../requests.module.css';
import { type Claimed, claimed } from './claimed.ts';
import { useFresh } from './useFresh.ts';
import { Changed, type DecidingProps, DecisionSheet, NO_ANSWER } from './DecisionSheet.tsx';

export function AcceptClaim(props: DecidingProps): JSX.Element {
  const { opened, request, onClose } = props;
  const { t } = useTexts();
  const { id: requestId, userId, method, reference } = request;
  const name = `request.accept.${requestId}`;
  const query = useRead(readOwed, { params: { userId } }, { enabled: opened, keepPrevious: false });
  const submission = useSubmission(acceptClaim, {
    name,
    onSuccess: (answer) => toast.success(doneText(t, answer), { autoClose: FIGURES_SHOWN_MS }),
    onError: () => void query.refetch(),
    complain: (error) => toast.error(t('requests.accept.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: NO_ANSWER, draftName: name, submission, onClose });
  const { values, busy } = form;
  const owed = useFresh(query);
  const effect = owed && claimed(owed, request);
  const figures = effect && JSON.stringify(effect.fines.map(({ id, outstanding }) => [id, outstanding]));
  const { changed, agree } = useShown(name, figures, form);

  const submit = (): void => {
    if (effect === undefined) return;
    agree();
    const fines = effect.fines.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
    void form.save(() => submission.send({ params: { requestId }, body: { fines, answer: values.answer.trim() } }));
  };
  return (
    <DecisionSheet
      {...props}
      title={t('requests.accept.claimTitle')}
      saveLabel={t('requests.accept.saveClaim')}
      needsServer={t('collect.offline')}
      idle={effect === undefined}
      form={form}
      answer={{ label: t('requests.accept.answer') }}
      onSubmit={submit}
    >
      {effect === undefined ? (
        <DialogLoading
          failed={query.isError}
          message={t('requests.accept.unknown')}
          onTryAgain={() => void query.refetch()}
        />
      ) : (
        <>
          <Changed changed={changed} />
          <Pays effect={effect} />
          {method === 'Cash' && <p className={classes['text']}>{t('requests.accept.cash')}</p>}
          {method !== null && !form.unanswered && !busy && <SameReference method={method} reference={reference} />}
        </>
      )}
    </DecisionSheet>
  );
}

type Done = Output<typeof acceptClaim>;

/** All that the money did. `paid` and `toCredit` are missing in the answer of an older version. */
function doneText(
  t: Translate,
  answer: Pick<Done, 'request' | 'pendingFine'> & Partial<Pick<Done, 'paid' | 'toCredit'>>,
): string {
  const { request, pendingFine, paid = [], toCredit = 0 } = answer;
  return [
    t('requests.accept.doneClaim', { receipt: request.receipt ?? '' }),
    ...(paid.length > 0 ? [t('requests.accept.donePays', { count: paid.length })] : []),
    ...(pendingFine > 0 ? [t('requests.accept.doneStays', { amount: rs(pendingFine) })] : []),
    ...(toCredit > 0 ? [t('requests.accept.doneCredit', { amount: rs(toCredit) })] : []),
  ].join(' ');
}

function Pays({ effect: { fines, gets, stays, toCredit } }: { effect: Claimed }): JSX.Element {
  const { t } = useTexts();
  const paid = fines.filter(({ id }) => gets.has(id));
  return (
    <div aria-live="polite">
      {paid.length > 0 && (
        <>
          <p className={classes['text']}>{t('requests.accept.pays')}</p>
          <ul className={classes['pays']}>
            {paid.map(({ id, fineType, date, outstanding }) => (
              <li key={id}>
                <span>{t('requests.item.fine', { fineType: typeText(fineType), day: dayText(date) })}</span>
                <span>{t('requests.accept.gets', { amount: rs(gets.get(id) ?? 0), whole: rs(outstanding) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {stays > 0 && <p className={classes['text']}>{t('requests.accept.stays', { amount: rs(stays) })}</p>}
      {toCredit > 0 && <p className={classes['text']}>{t('requests.accept.toCredit', { amount: rs(toCredit) })}</p>}
    </div>
  );
}

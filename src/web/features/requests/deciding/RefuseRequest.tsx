// Refuses a request, with an answer that the member reads (REQ-6, REQ-7).
import type { JSX } from 'react';
import { refuseAppeal, refuseClaim } from '../../../../contract/money/requests.ts';
import { MIN_REASON } from '../../../../core/limits.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts';
import { type DecidingProps, DecisionSheet, NO_ANSWER } from './DecisionSheet.tsx';

export function RefuseRequest(props: DecidingProps): JSX.Element {
  const { request, onClose } = props;
  const { t } = useTexts();
  const isClaim = request.kind === 'claim';
  const name = `request.refuse.${request.id}`;
  const submission = useSubmission(isClaim ? refuseClaim : refuseAppeal, {
    name,
    onSuccess: () => toast.success(t('requests.refuse.done')),
    complain: (error) => toast.error(t('requests.refuse.failed', { reason: reasonOf(error, t) }), { id: name }),
  });
  const form = useRecordForm({ base: NO_ANSWER, draftName: name, submission, onClose });

  const submit = (): void => {
    const answer = form.values.answer.trim();
    if (answer.length < MIN_REASON) {
      form.showProblems({ answer: t('requests.refuse.missing', { min: MIN_REASON }) });
      return;
    }
    void form.save(() => submission.send({ params: { requestId: request.id }, body: { answer } }));
  };
  return (
    <DecisionSheet
      {...props}
      title={t(isClaim ? 'requests.refuse.claimTitle' : 'requests.refuse.appealTitle')}
      saveLabel={t('requests.refuse.save')}
      danger
      form={form}
      answer={{ label: t('requests.refuse.answer'), hint: t('requests.refuse.hint'), required: true }}
      onSubmit={submit}
    />
  );
}

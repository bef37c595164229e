// Refuses a request, with an answer that the member reads (REQ-6, REQ-7).
import { Alert } from '@mantine/core';
import type { JSX } from 'react';
import { type MemberRequest, refuseAppeal, refuseClaim } from '../../../../contract/money/requests.ts';
import { MIN_REASON } from '../../../../core/limits.ts';
import { useSubmission } from '../../../api/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts';
import { QuotedRequest } from '../RequestFacts.tsx';
import { AnswerInput } from './AnswerInput.tsx';

const EMPTY = { answer: '' };

export interface DecidingProps {
  opened: boolean;
  /** as it is now */
  request: MemberRequest;
  onClose: () => void;
}

export function RefuseRequest({ opened, request, onClose }: DecidingProps): JSX.Element {
  const { t } = useTexts();
  const isClaim = request.kind === 'claim';
  const name = `request.refuse.${request.id}`;
  const submission = useSubmission(isClaim ? refuseClaim : refuseAppeal, {
    name,
    onSuccess: () => toast.success(t('requests.refuse.done')),
    onError: (error) => toast.error(t('requests.refuse.failed', { reason: reasonOf(error, t) })),
  });
  const form = useRecordForm({ base: EMPTY, draftName: name, submission, onClose });
  const { values, busy, problems } = form;
  const isDecided = request.state !== 'open' && !busy && !form.unanswered;

  const submit = (): void => {
    const answer = values.answer.trim();
    if (answer.length < MIN_REASON) {
      form.showProblems({ answer: t('requests.refuse.missing', { min: MIN_REASON }) });
      return;
    }
    void form.save(() => submission.send({ params: { requestId: request.id }, body: { answer } }));
  };
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={t(isClaim ? 'requests.refuse.claimTitle' : 'requests.refuse.appealTitle')}
      saveLabel={t('requests.refuse.save')}
      danger
      idle={isDecided}
      form={form}
      onSubmit={submit}
    >
      <QuotedRequest request={request} />
      {isDecided && (
        <Alert color="yellow" role="status">
          {t('requests.accept.decided')}
        </Alert>
      )}
      <AnswerInput
        label={t('requests.refuse.answer')}
        description={t('requests.refuse.hint')}
        required
        readOnly={busy || isDecided}
        value={values.answer}
        error={problems.answer}
        onChange={(answer) => form.change('answer', answer)}
      />
    </FormSheet>
  );
}

// The frame of the dialogs that decide a request: whose it is and what it says, what deciding does, and the answer.
import { Alert } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import type { MemberRequest } from '../../../../contract/money/requests.ts';
import { useTexts } from '../../../messages/index.ts';
import { ReasonInput } from '../../../ui/forms/ReasonInput.tsx';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import type { RecordForm } from '../../../ui/forms/useRecordForm.ts';
import { QuotedRequest } from '../RequestFacts.tsx';

export interface DecidingProps {
  opened: boolean;
  /** as it is now */
  request: MemberRequest;
  onClose: () => void;
}

/** What is typed in each of them. */
export const NO_ANSWER = { answer: '' };

interface DecisionSheetProps extends DecidingProps {
  title: string;
  saveLabel: string;
  danger?: boolean;
  form: RecordForm<typeof NO_ANSWER>;
  /** what deciding does is not known yet */
  idle?: boolean;
  /** `hint`: who reads it */
  answer: { label: string; hint?: string; required?: boolean };
  onSubmit: () => void;
  /** what deciding does */
  children?: ReactNode;
}

export function DecisionSheet(props: DecisionSheetProps): JSX.Element {
  const {
    opened,
    request,
    onClose,
    title,
    saveLabel,
    danger = false,
    form,
    idle = false,
    answer,
    onSubmit,
    children,
  } = props;
  const { t } = useTexts();
  const { values, busy, problems } = form;
  // By somebody else: the answer to this window's own decision is on its way.
  const isDecided = request.state !== 'open' && !busy && !form.unanswered;
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={title}
      saveLabel={saveLabel}
      danger={danger}
      idle={idle || isDecided}
      form={form}
      onSubmit={onSubmit}
    >
      <QuotedRequest request={request} />
      {isDecided ? (
        <Alert color="yellow" role="status">
          {t('requests.accept.decided')}
        </Alert>
      ) : (
        children
      )}
      <ReasonInput
        label={answer.label}
        description={answer.hint}
        required={answer.required ?? false}
        readOnly={busy || isDecided}
        value={values.answer}
        error={problems.answer}
        onChange={(typed) => form.change('answer', typed)}
      />
    </FormSheet>
  );
}

/** What deciding does is not what this window showed. */
export function Changed({ changed }: { changed: boolean }): JSX.Element | null {
  const { t } = useTexts();
  if (!changed) return null;
  return (
    <Alert color="yellow" role="alert">
      {t('requests.accept.changed')}
    </Alert>
  );
}

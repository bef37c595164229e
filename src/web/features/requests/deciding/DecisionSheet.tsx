// The frame of the dialogs that decide a request: whose it is and what it says, what the decision does, and the answer.
import { Alert } from '@mantine/core';
import { type JSX, type ReactNode, useState } from 'react';
import type { MemberRequest } from '../../../../contract/money/requests.ts';
import { useTexts } from '../../../messages/index.ts';
import { ReasonInput } from '../../../ui/forms/ReasonInput.tsx';
import { FormSheet } from '../../../ui/forms/FormSheet.tsx';
import type { RecordForm } from '../../../ui/forms/record-form.ts';
import { QuotedRequest } from '../RequestItems.tsx';
import type { UseQueryResult } from '@tanstack/react-query';

export interface DecidingProps {
  opened: boolean;
  /** as it is now */
  request: MemberRequest;
  onClose: () => void;
}

/** The fields that each of them has. */
export const NO_ANSWER = { answer: '' };

interface DecisionSheetProps extends DecidingProps {
  title: string;
  saveLabel: string;
  danger?: boolean;
  /** as of a Sheet; default true */
  needsServer?: boolean | string;
  form: RecordForm<typeof NO_ANSWER>;
  /** it is not known yet what the decision does */
  idle?: boolean;
  /** `hint`: who reads it */
  answer: { label: string; hint?: string; required?: boolean };
  onSubmit: () => void;
  /** what the decision does */
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
    needsServer = true,
    form,
    idle = false,
    answer,
    onSubmit,
    children,
  } = props;
  const { t } = useTexts();
  const { values, busy, problems } = form;
  // Somebody else has decided it; otherwise the answer to this window's own decision is on its way.
  const isDecided = request.state !== 'open' && !busy && !form.unanswered;
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={title}
      saveLabel={saveLabel}
      danger={danger}
      needsServer={needsServer}
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

/** The decision would not do what this window showed. */
export function Changed({ changed }: { changed: boolean }): JSX.Element | null {
  const { t } = useTexts();
  if (!changed) return null;
  return (
    <Alert color="yellow" role="alert">
      {t('requests.accept.changed')}
    </Alert>
  );
}

// What a dialog is about, once it has been read afresh: nobody would have seen the figures of the cache change.

/** The answer; undefined until there is one that does not come from the cache. */
export function useFresh<T, E>({ data, isFetching }: Pick<UseQueryResult<T, E>, 'data' | 'isFetching'>): T | undefined {
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && data !== undefined && !isFetching) setIsFresh(true);
  return isFresh ? data : undefined;
}

// Shown when a list could not be loaded: a dialog and, once that is closed, an empty state with "Try again".
import { Button, type ButtonProps } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type JSX, useEffect, useRef, useState } from 'react';
import { type CallError, ApiError } from '../../api/call.ts';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../controls/buttons.tsx';
import { EmptyState } from './status.tsx';
import { focusIfLost } from '../dialogs/focus.ts';
import { Sheet } from '../dialogs/Sheet.tsx';
import { useEver } from '../dialogs/dialog-state.ts';

/** The part of a query's result that is used. */
interface Query {
  data: unknown;
  error: CallError | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  /** milliseconds; 0 before the first failure */
  errorUpdatedAt: number;
  refetch: () => Promise<unknown>;
}

export interface LoadFailure {
  /** Whether the dialog is open: the latest failure has not been dismissed. */
  opened: boolean;
  /** There is no data, and the last attempt failed. */
  nothing: boolean;
  trying: boolean;
  tryAgain: () => void;
  close: () => void;
}

/**
 * Follows a query through failures and retries; the query itself drops its error on retry. While there is data, a lost
 * connection is reported by the banner alone.
 */
export function useLoadFailure(query: Query): LoadFailure {
  const { data, error, isPlaceholderData, isFetching, errorUpdatedAt, refetch } = query;
  // A failure on an earlier visit does not count on this one, because the query is loading again.
  const [before] = useState(errorUpdatedAt);
  const [closedAt, setClosedAt] = useState(before);
  const failedNow = errorUpdatedAt > before || (errorUpdatedAt > 0 && !isFetching);
  const nothing = failedNow && (data === undefined || isPlaceholderData);
  const refused = error instanceof ApiError && error.code !== 'not-signed-in';
  const failed = nothing || refused;
  if (!failed && closedAt === Number.POSITIVE_INFINITY) setClosedAt(0);
  return {
    opened: failed && errorUpdatedAt > closedAt,
    nothing,
    trying: isFetching,
    tryAgain: () => {
      if (closedAt === Number.POSITIVE_INFINITY) setClosedAt(errorUpdatedAt);
      void refetch();
    },
    // If it is closed during a retry, it stays closed even if that fails.
    close: () => setClosedAt(isFetching ? Number.POSITIVE_INFINITY : errorUpdatedAt),
  };
}

interface LoadFailureProps {
  failure: LoadFailure;
  /** e.g. "Failed to load fines data" */
  message: string;
}

/** Rendered once it has been opened: a screen that loads is drawn sooner without it. */
export function LoadFailureDialog({ failure, message }: LoadFailureProps): JSX.Element | null {
  const { t } = useTexts();
  if (!useEver(failure.opened)) return null;
  return (
    <Sheet
      opened={failure.opened}
      onClose={failure.close}
      title={t('common.loadFailure.title')}
      needsServer={false}
      size="sm"
      phone="bottom"
      footer={
        <>
          <Button variant="default" onClick={failure.close}>
            {t('common.close')}
          </Button>
          <TryAgain failure={failure} data-autofocus />
        </>
      }
    >
      {message}
    </Sheet>
  );
}

/** Shown in place of the list. */
export function LoadFailureState({ failure, message }: LoadFailureProps): JSX.Element {
  return (
    <EmptyState icon={<IconCloudOff />} title={message} action={<TryAgain failure={failure} variant="default" />} />
  );
}

/** Keeps the focus while it is busy; once it is gone, the focus moves to what the screen then shows. */
export function TryAgain({
  failure,
  ...props
}: { failure: LoadFailure } & ButtonProps & { 'data-autofocus'?: boolean }) {
  const { t } = useTexts();
  const pressed = useRef(false);
  useEffect(
    () => () => {
      if (pressed.current) focusIfLost(null);
    },
    [],
  );
  return (
    <Button
      {...props}
      {...busyButton(failure.trying)}
      onClick={() => {
        pressed.current = true;
        if (!failure.trying) failure.tryAgain();
      }}
    >
      {t('common.tryAgain')}
    </Button>
  );
}

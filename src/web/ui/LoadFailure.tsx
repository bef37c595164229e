// The dialog that says that something could not be loaded, and what stands in the place of it once that is closed.
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import type { CallError } from '../api/errors.ts';
import { ApiError } from '../api/errors.ts';
import { useTexts } from '../messages/index.ts';
import { EmptyState } from './EmptyState.tsx';
import { Sheet } from './Sheet.tsx';

/** What is asked of a query. */
interface Reading {
  data: unknown;
  error: CallError | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  /** milliseconds; 0 before the first failure */
  errorUpdatedAt: number;
  refetch: () => Promise<unknown>;
}

export interface LoadFailure {
  /** The dialog is to be shown: a failure that nobody has closed, and that nothing has made good since. */
  opened: boolean;
  /** Nothing of what was asked for is there, and the last attempt to get it failed. */
  nothing: boolean;
  trying: boolean;
  tryAgain: () => void;
  close: () => void;
}

/**
 * Follows a read through failures and further attempts; the query itself forgets a failure as soon as it tries again.
 * While there is something to look at, a lost connection is the banner's to tell.
 */
export function useLoadFailure(reading: Reading): LoadFailure {
  const [closedAt, setClosedAt] = useState(0);
  const { data, error, isPlaceholderData, isFetching, errorUpdatedAt, refetch } = reading;
  const nothing = errorUpdatedAt > 0 && (data === undefined || isPlaceholderData);
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
    // Closed while it is being tried again: what comes of that attempt is not to open it anew.
    close: () => setClosedAt(isFetching ? Number.POSITIVE_INFINITY : errorUpdatedAt),
  };
}

interface LoadFailureProps {
  failure: LoadFailure;
  /** e.g. "Failed to load fines data" */
  message: string;
}

export function LoadFailureDialog({ failure, message }: LoadFailureProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Sheet
      opened={failure.opened}
      onClose={failure.close}
      title={t('common.loadFailure.title')}
      size="sm"
      phone="bottom"
      footer={
        <>
          <Button variant="default" onClick={failure.close}>
            {t('common.close')}
          </Button>
          <Button data-autofocus loading={failure.trying} onClick={failure.tryAgain}>
            {t('common.tryAgain')}
          </Button>
        </>
      }
    >
      {message}
    </Sheet>
  );
}

/** In place of the list, so that the way on is still there when the dialog is closed. */
export function LoadFailureState({ failure, message }: LoadFailureProps): JSX.Element {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<IconCloudOff />}
      title={message}
      action={
        <Button variant="default" loading={failure.trying} onClick={failure.tryAgain}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  );
}

// What is shown when a list could not be loaded: a dialog, and an empty state with "Try again" once it is closed.
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import type { CallError } from '../../api/errors.ts';
import { ApiError } from '../../api/errors.ts';
import { useTexts } from '../../messages/index.ts';
import { EmptyState } from './EmptyState.tsx';
import { Sheet } from '../dialogs/Sheet.tsx';

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
  const [closedAt, setClosedAt] = useState(0);
  const { data, error, isPlaceholderData, isFetching, errorUpdatedAt, refetch } = query;
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
    // Closed during a retry, it stays closed if that fails as well.
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

/** In place of the list. */
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

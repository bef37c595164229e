// A question before something is done: what will happen, Cancel, and a button that names the action.
import { Button, Alert, Skeleton, Text } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Sheet } from './Sheet.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** red button, for what cannot be undone */
  danger?: boolean;
  /** while true the action is under way: it cannot be repeated, and the dialog cannot be closed */
  busy?: boolean;
  /** Changes with the figures of the question: the buttons then count as just shown, as when a dialog opens. */
  step?: string;
  /** as of a Sheet; default true */
  needsServer?: boolean | string;
  /** the action is not possible, and the message says why */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The focus starts on Cancel if the action cannot be undone, and returns to where it was on closing. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { opened, title, message, confirmLabel, cancelLabel, danger = false, busy = false, disabled = false } = props;
  const { step, needsServer = true, onConfirm, onClose } = props;
  const { t } = useTexts();
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={title}
      needsServer={needsServer}
      size="sm"
      phone="bottom"
      busy={busy}
      {...(step !== undefined && { step })}
      footer={
        <>
          <Button variant="default" disabled={busy} onClick={onClose} {...(danger ? { 'data-autofocus': true } : {})}>
            {cancelLabel ?? t('common.cancel')}
          </Button>
          <Button
            {...(danger ? { color: 'red' } : { 'data-autofocus': true })}
            loading={busy}
            disabled={disabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {message}
    </Sheet>
  );
}

// Shown in a dialog until its subject is known, or if that could not be read.

interface DialogLoadingProps {
  failed: boolean;
  /** what could not be read */
  message: string;
  onTryAgain: () => void;
}

export function DialogLoading({ failed, message, onTryAgain }: DialogLoadingProps): JSX.Element {
  const { t } = useTexts();
  return failed ? (
    <Alert color="red" role="alert">
      <Text mb="sm">{message}</Text>
      <Button variant="default" onClick={onTryAgain}>
        {t('common.tryAgain')}
      </Button>
    </Alert>
  ) : (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height={36} width="60%" />
      <Skeleton height={140} mt="md" />
      <Skeleton height={90} mt="lg" />
    </div>
  );
}

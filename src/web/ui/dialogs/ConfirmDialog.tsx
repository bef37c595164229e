// A question before something is done: what would happen, Cancel, and a button that names the deed.
import { Button } from '@mantine/core';
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
  /** while true it is being done: no second time, and no closing */
  busy?: boolean;
  /** Changes where the figures asked about do: the buttons are then as new as those of a dialog that has just opened. */
  step?: string;
  /** it cannot be done, which the message says */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Focus starts on Cancel where the deed cannot be undone, and returns to where it was on closing. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { opened, title, message, confirmLabel, cancelLabel, danger = false, busy = false, disabled = false } = props;
  const { step, onConfirm, onClose } = props;
  const { t } = useTexts();
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={title}
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

// A dialog with a form: its notices, its fields, and Cancel and the button that saves, always in view. A submission
// that may have been saved is shown as it was sent, and is sent again unchanged.
import { Button } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useId } from 'react';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../controls/busy-button.ts';
import { FormNotices } from './FormNotices.tsx';
import classes from './forms.module.css';
import { Sheet } from '../dialogs/Sheet.tsx';
import type { RecordForm } from './useRecordForm.ts';

interface FormSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** names the action */
  saveLabel: string;
  form: Pick<RecordForm<object>, 'ref' | 'busy' | 'restored' | 'unanswered' | 'resend' | 'discard' | 'giveUp'>;
  /** not called while it is busy, nor while a submission may have been saved */
  onSubmit: () => void;
  children: ReactNode;
  size?: string;
  /** as of a Sheet; default true */
  needsServer?: boolean | string;
  /** red, for what takes something back */
  danger?: boolean;
  /** There is nothing to save, or not yet. */
  idle?: boolean;
}

export function FormSheet(props: FormSheetProps): JSX.Element {
  const {
    opened,
    onClose,
    title,
    saveLabel,
    form,
    onSubmit,
    children,
    size = 'md',
    needsServer = true,
    danger = false,
    idle = false,
  } = props;
  const { t } = useTexts();
  const id = useId();
  const { busy } = form;
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={title}
      needsServer={needsServer}
      size={size}
      busy={busy}
      step={form.unanswered ? 'unanswered' : 'open'}
      footer={
        <>
          <Button variant="default" disabled={busy} onClick={form.giveUp}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            {...(danger ? { color: 'red' } : {})}
            // The fields show what was sent, so saving again is all that can be done.
            {...(form.unanswered && { 'data-autofocus': true })}
            {...busyButton(busy || idle)}
          >
            {busy ? t('common.wait') : saveLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form.ref}
        id={id}
        noValidate
        className={classes['form']}
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy || idle) return;
          if (form.unanswered) void form.resend();
          else onSubmit();
        }}
      >
        <FormNotices form={form} />
        <fieldset disabled={form.unanswered} className={classes['fields']}>
          {children}
        </fieldset>
      </form>
    </Sheet>
  );
}

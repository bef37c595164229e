// A dialog with a form: its notices, its fields, and Cancel and the button that saves, always in view. A submission
// that may have been saved is shown as it was sent, and is sent again unchanged.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { type CSSProperties, type JSX, type ReactNode, useId } from 'react';
import { recordedText } from '../../messages/formats.ts';
import { useTexts, type Translate } from '../../messages/index.ts';
import { busyButton } from '../controls/buttons.tsx';
import classes from './forms.module.css';
import { Sheet } from '../dialogs/Sheet.tsx';
import type { RecordForm } from './record-form.ts';

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
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy || idle) return;
          if (form.unanswered) void form.resend();
          else onSubmit();
        }}
      >
        <Stack gap={12}>
          <FormNotices form={form} />
          <fieldset disabled={form.unanswered} className={classes['fields']}>
            {children}
          </fieldset>
        </Stack>
      </form>
    </Sheet>
  );
}

/** Whom a form is about, and what is to be known of them. */
export function About({ name, children }: { name: string; children: ReactNode }): JSX.Element {
  return (
    <p className={classes['about']}>
      <strong dir="auto">{recordedText(name)}</strong>
      <span>{children}</span>
    </p>
  );
}

/** What will happen as it is filled in, in one sentence. */
export function Outcome({ isWrong = false, children }: { isWrong?: boolean; children: string }): JSX.Element {
  return (
    <Text
      className={classes['outcome'] ?? ''}
      fw={isWrong ? 600 : 500}
      {...(isWrong && { c: 'var(--mantine-color-error)' })}
      aria-live="polite"
    >
      {children}
    </Text>
  );
}

/** Two fields beside each other, where each has `least` pixels. */
export function Pair({ least = 180, children }: { least?: number; children: ReactNode }): JSX.Element {
  return (
    <div className={classes['pair']} style={{ '--least': `${least}px` } as CSSProperties}>
      {children}
    </div>
  );
}

// What a person should know before going on with a form: it contains what was typed before, or it may have been saved.

type FormNoticesProps = { form: Pick<RecordForm<object>, 'restored' | 'discard' | 'busy' | 'unanswered'> };

export function FormNotices({ form }: FormNoticesProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {form.restored && !form.unanswered && (
        <RestoredNotice text={t('common.form.restored')} busy={form.busy} onDiscard={form.discard} />
      )}
      {form.unanswered && (
        <Alert color="yellow" role="status">
          {t('common.notSaved')}
        </Alert>
      )}
    </>
  );
}

/** The form contains what was typed before, which can be thrown away. */
export function RestoredNotice(props: { text: string; busy: boolean; onDiscard: () => void }): JSX.Element {
  const { t } = useTexts();
  return (
    <Alert role="status">
      <div className={classes['restored']}>
        <p>{props.text}</p>
        <Button variant="default" onClick={props.onDiscard} disabled={props.busy}>
          {t('common.form.startOver')}
        </Button>
      </div>
    </Alert>
  );
}

// The sentence below a field that another window has changed while something else was typed into it here.

/** `value`: as the form would show it; undefined if the field has not changed. */
export function savedElsewhere(value: string | undefined, t: Translate): JSX.Element | undefined {
  if (value === undefined) return undefined;
  return (
    <span className={classes['elsewhere']}>
      {value === '' ? t('common.form.emptiedElsewhere') : t('common.form.savedElsewhere', { value })}
    </span>
  );
}

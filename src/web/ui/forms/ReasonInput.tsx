// Why something is done, in a sentence. Enter saves, as in other fields of a dialog; Shift+Enter starts a new line.
import { Textarea } from '@mantine/core';
import type { JSX, KeyboardEvent } from 'react';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { useTooLong } from './fields/checks.ts';

interface ReasonInputProps {
  label: string;
  placeholder?: string | undefined;
  description?: string | undefined;
  required?: boolean;
  readOnly: boolean;
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
  /** for use outside a form */
  onEnter?: () => void;
  /** Gets the first focus of the dialog. */
  first?: boolean;
}

export function ReasonInput(props: ReasonInputProps): JSX.Element {
  const { value, error, onChange, onEnter, first = true, ...others } = props;
  const tooLong = useTooLong();
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const { form } = event.currentTarget;
    // Ignores the second of two presses on what opened the dialog, because the reason may be filled in already.
    if (event.repeat || event.currentTarget.closest('[data-fresh]') !== null) return;
    if (onEnter !== undefined) onEnter();
    else form?.requestSubmit();
  };
  return (
    <Textarea
      {...(first && { 'data-autofocus': true })}
      rows={2}
      resize="vertical"
      autoComplete="off"
      enterKeyHint="done"
      value={value}
      error={error ?? tooLong(value, MAX_LENGTH.reason)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      {...others}
    />
  );
}

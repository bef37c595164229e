// The reference and the note of money that is received or given back.
import { Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { useTexts } from '../../messages/index.ts';
import { useTooLong } from '../../ui/forms/fields/too-long.ts';

interface RecordTextProps {
  value: string;
  /** why the server refused it */
  error: string | undefined;
  onChange: (text: string) => void;
  disabled?: boolean;
  className?: string | undefined;
}

export function ReferenceInput({ value, error, onChange, ...others }: RecordTextProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return (
    <TextInput
      label={t('collect.reference')}
      autoComplete="off"
      value={value}
      error={error ?? tooLong(value, MAX_LENGTH.reference)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...others}
    />
  );
}

export function NoteInput({ value, error, onChange, ...others }: RecordTextProps): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return (
    <Textarea
      label={t('collect.note')}
      rows={1}
      autosize
      autoComplete="off"
      value={value}
      error={error ?? tooLong(value, MAX_LENGTH.note)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...others}
    />
  );
}

// What the member is told with a decision.
import { Textarea } from '@mantine/core';
import type { JSX } from 'react';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { useTooLong } from '../../../ui/forms/fields/too-long.ts';

interface AnswerInputProps {
  label: string;
  description?: string;
  required?: boolean;
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (answer: string) => void;
}

export function AnswerInput({ value, error, onChange, ...others }: AnswerInputProps): JSX.Element {
  const tooLong = useTooLong();
  return (
    <Textarea
      data-autofocus
      autosize
      minRows={2}
      autoComplete="off"
      value={value}
      error={error ?? tooLong(value, MAX_LENGTH.reason)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...others}
    />
  );
}

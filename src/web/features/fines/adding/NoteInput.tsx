// The note of a fine: why it was given, in any words. It is one line high until there is more text.
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { useTexts } from '../../../messages/index.ts';
import { useTooLong } from '../../../ui/forms/fields/too-long.ts';
import classes from '../fines.module.css';

export function NoteInput(props: {
  value: string;
  onChange(note: string): void;
  error: string | null;
  readOnly?: boolean;
}): ReactNode {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return (
    <Textarea
      label={t('fines.add.note')}
      placeholder={t('fines.add.notePlaceholder')}
      rows={1}
      autoComplete="off"
      readOnly={props.readOnly ?? false}
      classNames={{ input: classes['note'] ?? '' }}
      value={props.value}
      error={props.error ?? tooLong(props.value, MAX_LENGTH.description)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

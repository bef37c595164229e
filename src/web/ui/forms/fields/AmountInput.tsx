// A field for an amount in rupees, typed as people write it: 1500, 1,500, 1500.50.
import { TextInput } from '@mantine/core';
import { type JSX, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { parseAmount } from '../../../../core/money/money.ts';
import { useTexts } from '../../../messages/index.ts';
import { BELOW, FIGURES } from './checks.ts';

interface AmountInputProps {
  label: ReactNode;
  /** the typed text, so that half an amount can be a draft; `parseAmount` of the core reads it */
  value: string;
  onChange: (typed: string) => void;
  placeholder?: string;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  error?: ReactNode;
  /** Gets the focus as soon as it appears, with its figure selected. */
  chosen?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
}

/** Shows its own error on blur if the text is no amount. */
export function AmountInput({
  value,
  onChange,
  error,
  placeholder,
  description,
  chosen = false,
  ref,
  ...rest
}: AmountInputProps): JSX.Element {
  const { t } = useTexts();
  const [left, setLeft] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  useEffect(() => {
    if (chosen) field.current?.focus();
  }, [chosen, field]);
  const unreadable = left && value.trim() !== '' && parseAmount(value) === null;
  return (
    <TextInput
      {...rest}
      attributes={FIGURES}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(description === undefined ? {} : { description })}
      // Below the field, so that the field lines up with one beside it.
      inputWrapperOrder={BELOW}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      ref={field}
      {...(chosen ? { 'data-autofocus': true } : {})}
      onFocus={(event) => {
        setLeft(false);
        if (chosen) event.currentTarget.select();
      }}
      onBlur={() => setLeft(true)}
      error={error ?? (unreadable ? t('common.amount.invalid') : undefined)}
    />
  );
}

// How money is received or given back.
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { type PaymentMethod, PAYMENT_METHODS } from '../../../../core/money/payment.ts';
import { useTexts } from '../../../messages/index.ts';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { useRead } from '../../../api/hooks.ts';

interface MethodSelectProps {
  label: string;
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
  disabled?: boolean;
}

export function MethodSelect({ label, value, onChange, disabled = false }: MethodSelectProps): JSX.Element {
  const { t } = useTexts();
  const offered = useMethods();
  // An older draft may have a method that is no longer offered.
  const shown = offered.includes(value) ? offered : [...offered, value];
  return (
    <NativeSelect
      label={label}
      disabled={disabled}
      value={value}
      data={shown.map((method) => ({ value: method, label: t(`common.method.${method}`) }))}
      onChange={(event) => onChange(event.currentTarget.value as PaymentMethod)}
    />
  );
}

// The payment methods offered wherever one is chosen.

/** All of them until the offered ones are known. */
export function useMethods(): readonly PaymentMethod[] {
  return useRead(readOrganisation, {}).data?.methods ?? PAYMENT_METHODS;
}

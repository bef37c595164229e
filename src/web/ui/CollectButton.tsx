// Opens the dialog that collects a payment of somebody.
import { Button, type ButtonProps } from '@mantine/core';
import { IconCashPlus } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../messages/index.ts';
import { useCollecting } from '../shell/collect-payment.ts';

/** `userId` null: who pays is still to be chosen. */
export function CollectButton({ userId, ...rest }: ButtonProps & { userId: string | null }): JSX.Element {
  const { t } = useTexts();
  const { collectFrom } = useCollecting();
  return (
    <Button leftSection={<IconCashPlus size={18} aria-hidden />} {...rest} onClick={() => collectFrom(userId)}>
      {t('common.collectPayment')}
    </Button>
  );
}

// The buttons that open the dialogs of money: collecting a payment, and giving credit back.
import { Button, type ButtonProps } from '@mantine/core';
import { IconCashPlus } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../messages/index.ts';
import { useMoneyDialog } from '../shell/money-dialog.ts';

/** `userId` null: who pays is still to be chosen. */
export function CollectButton({ userId, ...rest }: ButtonProps & { userId: string | null }): JSX.Element {
  const { t } = useTexts();
  const { show } = useMoneyDialog();
  return (
    <Button
      leftSection={<IconCashPlus size={18} aria-hidden />}
      {...rest}
      onClick={() => show({ kind: 'collect', userId })}
    >
      {t('common.collectPayment')}
    </Button>
  );
}

export function GiveBackButton({ userId, ...rest }: ButtonProps & { userId: string }): JSX.Element {
  const { t } = useTexts();
  const { show } = useMoneyDialog();
  return (
    <Button variant="default" {...rest} onClick={() => show({ kind: 'give-back', userId })}>
      {t('common.giveBack')}
    </Button>
  );
}

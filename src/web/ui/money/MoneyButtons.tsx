// The buttons that open the dialogs of money: collecting a payment and giving credit back.
import { Button, type ButtonProps } from '@mantine/core';
import { IconCashPlus } from '@tabler/icons-react';
import type { JSX } from 'react';
import { takePayment } from '../../../contract/money/payments.ts';
import { giveRefund } from '../../../contract/money/refunds.ts';
import { useMay } from '../../api/session.ts';
import { recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { usePath } from '../../routing/location.ts';
import { userOn } from '../../routing/paths.ts';
import { useMoneyDialog } from './opening/opening.ts';
import { KeyHint } from '../keys/KeyHint.tsx';

interface CollectButtonProps extends ButtonProps {
  /** null: who pays is still to be chosen */
  userId: string | null;
  /** given if there are several such buttons */
  userName?: string;
}

export function CollectButton({ userId, userName, ...rest }: CollectButtonProps): JSX.Element | null {
  const { t } = useTexts();
  const { show } = useMoneyDialog();
  const may = useMay();
  const path = usePath();
  return may(takePayment) ? (
    // The key collects from whomever the screen is about.
    <KeyHint of={userId === userOn(path) ? 'collect' : 'none'}>
      <Button
        leftSection={<IconCashPlus size={18} aria-hidden />}
        {...rest}
        {...(userName === undefined ? {} : { 'aria-label': t('common.collectFrom', { name: recordedText(userName) }) })}
        onClick={() => show({ kind: 'collect', userId })}
      >
        {t('common.collectPayment')}
      </Button>
    </KeyHint>
  ) : null;
}

export function GiveBackButton({ userId, ...rest }: ButtonProps & { userId: string }): JSX.Element | null {
  const { t } = useTexts();
  const { show } = useMoneyDialog();
  const may = useMay();
  return may(giveRefund) ? (
    <Button variant="default" {...rest} onClick={() => show({ kind: 'give-back', userId })}>
      {t('common.giveBack')}
    </Button>
  ) : null;
}

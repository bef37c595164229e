// A member's account: a dialog, since members have only one screen (ACCOUNT-1).
import { Stack } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { AccountSections } from './AccountSections.tsx';

interface AccountDialogProps {
  opened: boolean;
  onClose: () => void;
}

export default function AccountDialog({ opened, onClose }: AccountDialogProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('account.dialogTitle')}
      size="lg"
      described={false}
      needsServer={false}
    >
      <Stack gap={24}>
        <AccountSections />
      </Stack>
    </Sheet>
  );
}

// The dashboard's own Logout, which asks first (DASH-12).
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { useLogout } from '../../shell/navigation/useLogout.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { IconAction } from '../../ui/controls/IconAction.tsx';

/** After a failure the question stays open, so that it can be tried again. */
export function LogoutButton({ compact }: { compact: boolean }): JSX.Element {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const { logout, busy } = useLogout();
  const label = t('dashboard.logout.button');
  const ask = (): void => setAsking(true);
  return (
    <>
      {compact ? (
        <IconAction label={label} icon={<IconLogout size={20} aria-hidden />} onClick={ask} />
      ) : (
        <Button variant="default" leftSection={<IconLogout size={18} aria-hidden />} onClick={ask}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('dashboard.logout.title')}
        needsServer={false}
        message={t('dashboard.logout.question')}
        confirmLabel={label}
        busy={busy}
        onConfirm={logout}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

// The top bar of the overview, for members and everybody else: the brand, and a Logout that shows no messages.
import { Button } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import type { ComponentType, JSX } from 'react';
import { Suspense, useState } from 'react';
import { readTotals } from '../../../contract/overview.ts';
import { useMay } from '../../api/permission.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { IconAction } from '../../ui/controls/IconAction.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Brand } from '../../shell/navigation/Brand.tsx';
import { BrandLink } from '../../shell/navigation/BrandLink.tsx';
import classes from './overview.module.css';
import { useLogout } from '../../shell/navigation/useLogout.ts';

export interface OverviewBarProps {
  /** Loaded when it is first opened. */
  AccountDialog: ComponentType<{ opened: boolean; onClose: () => void }>;
}

export function OverviewBar({ AccountDialog }: OverviewBarProps): JSX.Element {
  const { t } = useTexts();
  const isStaff = useMay()(readTotals);
  // SHELL-5: on the overview a failure is only logged.
  const { logout, busy } = useLogout({ quiet: true });
  return (
    <>
      {/* Members have no other screen. */}
      {isStaff ? <BrandLink /> : <Brand />}
      <div className={classes['end']}>
        {isStaff ? (
          <LinkButton to={PATHS.dashboard} variant="subtle" className={classes['dashboard'] ?? ''}>
            {t('shell.dashboard')}
          </LinkButton>
        ) : (
          <OwnAccount AccountDialog={AccountDialog} />
        )}
        <Button
          className={classes['logout'] ?? ''}
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
          loading={busy}
          onClick={logout}
        >
          {t('shell.logout')}
        </Button>
      </div>
    </>
  );
}

/** A member's account is a dialog (ACCOUNT-1). */
function OwnAccount({ AccountDialog }: OverviewBarProps): JSX.Element {
  const { t } = useTexts();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <IconAction
        label={t('shell.account')}
        icon={<IconUserCircle size={24} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      />
      {state === 'never' ? null : (
        <Suspense>
          <AccountDialog opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}

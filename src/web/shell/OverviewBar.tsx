// The top bar of the overview, which the administrator and members share: brand, and Logout without messages.
import { Button } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import type { JSX } from 'react';
import { Suspense, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useTexts } from '../messages/index.ts';
import { PATHS } from '../paths.ts';
import { accountDialog } from '../screens.tsx';
import { IconAction } from '../ui/IconAction.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Brand } from './Brand.tsx';
import { BrandLink } from './BrandLink.tsx';
import classes from './shell.module.css';
import { useLogout } from './useLogout.ts';

export function OverviewBar(): JSX.Element {
  const { t } = useTexts();
  const administrator = useSession().visitor?.role === 'administrator';
  // Specification section 8: on the overview a failure is only logged.
  const { logout, busy } = useLogout({ quiet: true });
  return (
    <>
      {/* A member has no other screen to go to. */}
      {administrator ? <BrandLink /> : <Brand />}
      <div className={classes['barEnd']}>
        {administrator ? (
          <LinkButton to={PATHS.dashboard} variant="subtle" className={classes['wideOnly'] ?? ''}>
            {t('shell.dashboard')}
          </LinkButton>
        ) : (
          <OwnAccount />
        )}
        <Button
          className={classes['compact'] ?? ''}
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

/** A member's account is a dialog (decisions section 6); its code is fetched when it is first wanted. */
function OwnAccount(): JSX.Element {
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
          <accountDialog.Screen opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}

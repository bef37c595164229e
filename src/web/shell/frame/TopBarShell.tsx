// The frame of a screen that has its own top bar and no sidebar (SHELL-6). On phones it also has the menu, except for
// members, who have no other screen.
import type { JSX, ReactNode } from 'react';
import { readTotals } from '../../../contract/overview.ts';
import { useMay } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { ConnectionBanner } from '../ConnectionBanner.tsx';
import { FindIcon } from '../keys/FindButton.tsx';
import { MainArea } from './MainArea.tsx';
import { MenuButton } from '../navigation/MenuButton.tsx';
import { PhoneNavigation } from '../navigation/PhoneNavigation.tsx';
import classes from './shell.module.css';
import { SkipLink } from './SkipLink.tsx';
import { WaitingBar } from '../waiting/WaitingBar.tsx';
import { useMenu } from '../navigation/Sidebar.tsx';

interface TopBarShellProps {
  /** the content of the bar, from its start to its end */
  bar: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

export function TopBarShell({ bar, footer, children }: TopBarShellProps): JSX.Element {
  const { t } = useTexts();
  const isStaff = useMay()(readTotals);
  const menu = useMenu();
  return (
    <div className={classes['column']} data-own-bar data-bottom-bar={isStaff || undefined}>
      <SkipLink />
      {/* Not a <header>: the head of an open dialog is one already. */}
      <section
        data-screen-only
        aria-label={t('shell.topBar')}
        className={classes['topBar']}
        data-always
        data-staff={isStaff || undefined}
      >
        {isStaff && <MenuButton menu={menu} />}
        <FindIcon />
        {bar}
      </section>
      <ConnectionBanner />
      <WaitingBar />
      <MainArea>{children}</MainArea>
      {footer === undefined ? null : <div data-screen-only>{footer}</div>}
      {isStaff && <PhoneNavigation menu={menu} />}
    </div>
  );
}

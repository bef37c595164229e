// The frame of a screen that has its own top bar and no sidebar (SHELL-6). On phones the administrator has the menu here
// as well; a member has no other screen.
import type { JSX, ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import { useTexts } from '../messages/index.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { MainArea } from './MainArea.tsx';
import { MenuButton } from './MenuButton.tsx';
import { PhoneNavigation } from './PhoneNavigation.tsx';
import classes from './shell.module.css';
import { SkipLink } from './SkipLink.tsx';
import { useMenu } from './useMenu.ts';

interface TopBarShellProps {
  /** what is in the bar, from its start to its end */
  bar: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

export function TopBarShell({ bar, footer, children }: TopBarShellProps): JSX.Element {
  const { t } = useTexts();
  const administrator = useSession().principal?.role === 'administrator';
  const menu = useMenu();
  return (
    <div className={classes['column']} data-own-bar>
      <SkipLink />
      {/* Not a <header>: the head of an open dialog is one already. */}
      <section aria-label={t('shell.topBar')} className={classes['topBar']} data-always>
        {administrator && <MenuButton menu={menu} />}
        {bar}
      </section>
      <ConnectionBanner />
      <MainArea>{children}</MainArea>
      {footer}
      {administrator && <PhoneNavigation menu={menu} />}
    </div>
  );
}

// The frame of a screen that has its own top bar and no sidebar (SHELL-6).
import type { JSX, ReactNode } from 'react';
import { useTexts } from '../messages/index.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { MainArea } from './MainArea.tsx';
import classes from './shell.module.css';
import { SkipLink } from './SkipLink.tsx';

interface TopBarShellProps {
  /** what is in the bar, from its start to its end */
  bar: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

export function TopBarShell({ bar, footer, children }: TopBarShellProps): JSX.Element {
  const { t } = useTexts();
  return (
    <div className={classes['column']} data-own-bar>
      <SkipLink />
      {/* Not a <header>: the head of an open dialog is one already. */}
      <section aria-label={t('shell.topBar')} className={classes['topBar']} data-always>
        {bar}
      </section>
      <ConnectionBanner />
      <MainArea>{children}</MainArea>
      {footer}
    </div>
  );
}

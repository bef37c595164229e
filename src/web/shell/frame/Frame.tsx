// The frame around the administrator's screens. Screens with their own top bar, such as a member's, are outside it.
import { type JSX, type ReactNode, Suspense } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Brand, Sidebar, useMenu } from '../navigation/Sidebar.tsx';
import { ConnectionBanner } from '../ConnectionBanner.tsx';
import { FindIcon } from '../keys/FindButton.tsx';
import { MenuButton } from '../navigation/MenuButton.tsx';
import { PhoneNavigation } from '../navigation/PhoneNavigation.tsx';
import classes from './shell.module.css';
import { SkipLink } from './SkipLink.tsx';
import { WaitingBar } from '../waiting/WaitingBar.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { MainArea } from './MainArea.tsx';

/** The sidebar or, below 768px, a top bar, a bottom bar and a drawer. */
export default function Frame({ children }: { children?: ReactNode }): JSX.Element {
  const { t } = useTexts();
  const menu = useMenu();

  return (
    <div className={classes['frame']}>
      <SkipLink />
      {menu.narrow ? null : <Sidebar />}
      <div className={classes['column']} data-bottom-bar={menu.narrow || undefined}>
        {/* Not a <header>: the head of an open dialog is one already. */}
        <section data-screen-only aria-label={t('shell.topBar')} className={classes['topBar']}>
          <MenuButton menu={menu} />
          <Brand />
          <div className={classes['end']}>
            <FindIcon />
          </div>
        </section>
        <ConnectionBanner />
        <WaitingBar />
        <MainContent>{children}</MainContent>
        {menu.narrow ? <PhoneNavigation menu={menu} /> : null}
      </div>
    </div>
  );
}

// The current screen inside the administrator's frame; a skeleton while it is loading.

function MainContent({ children }: { children: ReactNode }): JSX.Element {
  return (
    <MainArea>
      <Suspense fallback={<SkeletonTable rows={6} columns={3} />}>{children}</Suspense>
    </MainArea>
  );
}

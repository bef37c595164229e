// The frame around a screen: bars, menu and the main landmark. On phones there are a top bar, a bottom bar and a drawer
// in place of the sidebar.
import { IconMenu2 } from '@tabler/icons-react';
import { type JSX, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { readTotals } from '../../contract/overview.ts';
import { useMay, useSession } from '../api/session.ts';
import { useTexts } from '../messages/index.ts';
import { usePath } from '../routing/location.ts';
import { screenOf } from '../routing/routing.ts';
import { IconAction } from '../ui/controls/buttons.tsx';
import { useHasLetterhead } from '../ui/layout/media.ts';
import { SkeletonTable } from '../ui/lists/list-tools.tsx';
import { goToList, useHasList } from '../ui/lists/table/keyboard.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { FindIcon } from './keys/FindButton.tsx';
import { PhoneNavigation } from './navigation/PhoneNavigation.tsx';
import { Brand, type Menu, Sidebar, useMenu } from './navigation/Sidebar.tsx';
import { WaitingBar } from './waiting/WaitingBar.tsx';
import classes from './shell.module.css';

export default function Frame({ children }: { children?: ReactNode }): JSX.Element {
  const menu = useMenu();
  return (
    <div className={classes['frame']}>
      <SkipLinks />
      {menu.narrow ? null : <Sidebar />}
      <Column
        phoneMenu={menu.narrow ? menu : null}
        bar={
          <>
            <MenuButton menu={menu} />
            <Brand />
            <div className={classes['end']}>
              <FindIcon />
            </div>
          </>
        }
      >
        <Suspense fallback={<SkeletonTable rows={6} columns={3} />}>{children}</Suspense>
      </Column>
    </div>
  );
}

interface TopBarFrameProps {
  /** the content of the bar, from its start to its end */
  bar: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of a screen that has its own top bar and no sidebar (SHELL-6). On phones it also has the menu, except for
 * members, who have no other screen.
 */
export function TopBarFrame({ bar, footer, children }: TopBarFrameProps): JSX.Element {
  const isStaff = useMay()(readTotals);
  const menu = useMenu();
  return (
    <Column
      own
      phoneMenu={isStaff ? menu : null}
      bar={
        <>
          {isStaff && <MenuButton menu={menu} />}
          <FindIcon />
          {bar}
        </>
      }
      footer={footer}
    >
      {children}
    </Column>
  );
}

interface ColumnProps extends TopBarFrameProps {
  /** The bar is the screen's own, at every width. */
  own?: boolean;
  /** null: there is no bar at the bottom */
  phoneMenu: Menu | null;
}

function Column({ own = false, phoneMenu, bar, footer, children }: ColumnProps): JSX.Element {
  const { t } = useTexts();
  return (
    <div
      className={classes['column']}
      data-own-bar={own || undefined}
      data-bottom-bar={phoneMenu !== null || undefined}
    >
      {own && <SkipLinks />}
      {/* Not a <header>: the head of an open dialog is one already. */}
      <section
        data-screen-only
        aria-label={t('shell.topBar')}
        className={classes['topBar']}
        data-always={own || undefined}
        data-staff={(own && phoneMenu !== null) || undefined}
      >
        {bar}
      </section>
      <ConnectionBanner />
      <WaitingBar />
      <MainArea>{children}</MainArea>
      {footer === undefined ? null : <div data-screen-only>{footer}</div>}
      {phoneMenu === null ? null : <PhoneNavigation menu={phoneMenu} />}
    </div>
  );
}

/** Opens the menu of narrow screens so low that the bar at the bottom is at the end of the page. */
function MenuButton({ menu }: { menu: Menu }): JSX.Element {
  const { t } = useTexts();
  return (
    <IconAction
      className={classes['menuButton'] ?? ''}
      label={t('shell.openMenu')}
      icon={<IconMenu2 size={24} stroke={1.7} aria-hidden />}
      aria-haspopup="dialog"
      aria-expanded={menu.opened}
      onClick={menu.open}
    />
  );
}

// The main landmark. Navigating to another screen moves the focus here.

export const MAIN_ID = 'main';

/** The previous screen, in whichever frame; null before the first one, when the browser places the focus. */
let shownBefore: string | null = null;

function MainArea({ children }: { children: ReactNode }): JSX.Element {
  const screen = screenOf(usePath()) ?? null;
  const { organisation } = useSession();
  const hasLetterhead = useHasLetterhead();
  const main = useRef<HTMLElement>(null);
  // Runs before the effects of the screen, which may focus a part of it.
  useLayoutEffect(() => {
    if (shownBefore !== null && shownBefore !== screen) main.current?.focus({ preventScroll: true });
    shownBefore = screen;
  }, [screen]);
  return (
    <main ref={main} id={MAIN_ID} tabIndex={-1} className={classes['main']}>
      {organisation.name !== '' && !hasLetterhead && (
        <p className={classes['onPaper']} data-paper-only>
          <bdi>{organisation.name}</bdi>
        </p>
      )}
      {children}
    </main>
  );
}

/** The first stops of the Tab key: they skip bars, menus and whatever stands above a list. */
function SkipLinks(): JSX.Element {
  const { t } = useTexts();
  const hasList = useHasList();
  const skip = (text: string, onClick: () => void): JSX.Element => (
    <button type="button" data-screen-only className={classes['skip']} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <>
      {skip(t('shell.skip'), () => document.getElementById(MAIN_ID)?.focus())}
      {hasList && skip(t('shell.skipToList'), goToList)}
    </>
  );
}

// The sidebar of wide screens: 250px, collapsed 80px (SHELL-2).
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react';
import { type JSX, type ReactElement, Fragment, useId, useState } from 'react';
import { useTexts, useLanguage } from '../../messages/index.ts';
import { busyButton, IconAction } from '../../ui/controls/buttons.tsx';
import { BELOW_DESK, BELOW_TABLET } from '../../ui/layout/media.ts';
import { FindRow } from '../keys/FindButton.tsx';
import classes from './navigation.module.css';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { givenName } from '../../../core/text/own-words.ts';
import { useSession, useMay } from '../../api/session.ts';
import { usePath } from '../../routing/location.ts';
import { PATHS } from '../../routing/paths.ts';
import { Hint, type Hinted } from '../../ui/controls/hint/Hint.tsx';
import { isCurrent, navigationFor } from './navigation.ts';
import { JURMANA, UrduWord } from '../../ui/controls/UrduWord.tsx';
import { countRequests } from '../../../contract/money/requests.ts';
import { useRead } from '../../api/hooks.ts';
import { signOut } from '../../../contract/sign-in/auth.ts';
import { OfflineError } from '../../api/call.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useSigningOut } from '../waiting/signing-out.ts';

export function Sidebar(): JSX.Element {
  const { t } = useTexts();
  const [collapsed, setCollapsed] = useCollapsed();
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside data-screen-only className={classes['sidebar']} data-collapsed={collapsed || undefined}>
      <div className={classes['head']}>
        <Brand markOnly={collapsed} />
        <IconAction
          label={t(collapsed ? 'shell.expand' : 'shell.collapse')}
          icon={<Icon size={22} stroke={1.7} aria-hidden data-turns />}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        />
      </div>
      <FindRow collapsed={collapsed} />
      <SidebarContent collapsed={collapsed} />
    </aside>
  );
}

/** This browser remembers the choice, separately for narrow and wide windows. */
function useCollapsed(): [collapsed: boolean, set: (collapsed: boolean) => void] {
  const narrow = useMediaQuery(BELOW_DESK, undefined, { getInitialValueInEffect: false });
  // Without a default, which would be stored at once.
  const [inNarrow = true, setInNarrow] = useLocalStorage<boolean>({
    key: 'sidebar.collapsed.narrow',
    getInitialValueInEffect: false,
  });
  const [inWide = false, setInWide] = useLocalStorage<boolean>({
    key: 'sidebar.collapsed',
    getInitialValueInEffect: false,
  });
  return narrow ? [inNarrow, setInNarrow] : [inWide, setInWide];
}

// The content that the sidebar and the drawer share: the entries, the account, Logout.

interface SidebarContentProps {
  /** only icons, with their names as tooltips */
  collapsed?: boolean;
  /** called when an entry is chosen */
  onChoose?: () => void;
}

function Named({
  label,
  collapsed,
  children,
}: {
  label: string;
  collapsed: boolean;
  children: ReactElement<Hinted>;
}): JSX.Element {
  if (!collapsed) return children;
  return (
    <Hint label={label} position="right">
      {children}
    </Hint>
  );
}

export function SidebarContent({ collapsed = false, onChoose }: SidebarContentProps): JSX.Element {
  const { t } = useTexts();
  const path = usePath();
  const { principal } = useSession();
  const ownName = givenName(principal?.name ?? '') || (principal?.email ?? '');
  const { logout, busy } = useLogout();
  const id = useId();
  return (
    <>
      <nav aria-label={t('shell.navigation')} className={classes['nav']}>
        {navigationFor(principal?.access ?? 'member').map(({ text, entries }) => (
          <Fragment key={text}>
            <Text id={`${id}-${text}`} fz="xs" fw={600} lh={1.2} c="dimmed" className={classes['group'] ?? ''}>
              {t(`shell.${text}`)}
            </Text>
            <ul aria-labelledby={`${id}-${text}`} className={classes.sidebarList}>
              {entries.map((entry) => (
                <li key={entry.name}>
                  <Named label={t(`shell.${entry.name}`)} collapsed={collapsed}>
                    <a
                      href={`#${entry.to}`}
                      className={classes.sidebarEntry}
                      aria-current={isCurrent(entry, path) ? 'page' : undefined}
                      onClick={onChoose}
                    >
                      <entry.icon size={22} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
                      <span className={classes['label']}>{t(`shell.${entry.name}`)}</span>
                      {entry.name === 'requests' && <OpenRequests />}
                    </a>
                  </Named>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      <div className={classes['foot']}>
        <Named label={ownName} collapsed={collapsed}>
          <a
            href={`#${PATHS.profile}`}
            className={classes.sidebarEntry}
            aria-current={path === PATHS.profile ? 'page' : undefined}
            onClick={onChoose}
          >
            <IconUserCircle size={22} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
            <span className={classes['label']}>
              {t('shell.account')}
              <Text span display="block" fz="xs" fw={400} c="dimmed" truncate>
                {ownName}
              </Text>
            </span>
          </a>
        </Named>
        <Named label={t('shell.logout')} collapsed={collapsed}>
          <UnstyledButton
            className={classes.sidebarEntry ?? ''}
            {...busyButton(busy)}
            onClick={() => {
              // What is asked before (OFFLINE-12) would lie below the menu.
              onChoose?.();
              logout();
            }}
          >
            <IconLogout size={22} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
            <span className={classes['label']}>{t('shell.logout')}</span>
          </UnstyledButton>
        </Named>
      </div>
    </>
  );
}

// The product's mark and name.

/** `markOnly`: without the name, where there is no room. */
export function Brand({ markOnly = false }: { markOnly?: boolean }): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={10}>
      <img src="/favicon.svg" width={36} height={36} alt={markOnly ? t('common.brand') : ''} />
      {markOnly ? null : (
        <Group component="span" data-brand-words display="inline-flex" wrap="nowrap" gap={8} align="baseline">
          <span className={classes['name']}>{t('common.brand')}</span>
          <Text span fz="sm" lh={1.4} c="dimmed" className={classes['otherScript'] ?? ''}>
            {language === 'ur' ? (
              <span lang="en">{t('common.brandInOtherScript')}</span>
            ) : (
              <UrduWord word={JURMANA} label={t('common.brandInOtherScript')} />
            )}
          </Text>
        </Group>
      )}
    </Group>
  );
}

// The brand, leading to the dashboard.

export function BrandLink(): JSX.Element {
  return (
    <a href={`#${PATHS.dashboard}`} className={classes['link']}>
      <Brand />
    </a>
  );
}

// The number of requests that wait, beside the entry of the sidebar, for those who may decide them (REQ-13).

/** 0 for those who may decide none, and until it is known. */
export function useOpenRequests(): number {
  return useRead(countRequests, {}, { enabled: useMay()(countRequests) }).data?.open ?? 0;
}

function OpenRequests(): JSX.Element | null {
  const { t } = useTexts();
  const open = useOpenRequests();
  if (open === 0) return null;
  return (
    <span className={classes['count']} role="status" aria-label={t('shell.openRequests', { count: open })}>
      {open > 99 ? '99+' : open}
    </span>
  );
}

// Whether the menu of narrow screens is open. Wider ones have the sidebar instead.

export interface Menu {
  /** there is a menu instead of the sidebar */
  narrow: boolean;
  opened: boolean;
  open: () => void;
  close: () => void;
}

export function useMenu(): Menu {
  const narrow = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  return { narrow, opened: opened && narrow, open: () => setOpened(true), close: () => setOpened(false) };
}

// The buttons "Logout": what is said of it.

interface Logout {
  logout: () => void;
  busy: boolean;
}

/** `quiet`: neither success nor failure is said, except that there is no connection (SHELL-5). */
export function useLogout({ quiet = false }: { quiet?: boolean } = {}): Logout {
  const { t } = useTexts();
  const { leave, busy } = useSigningOut(signOut, {
    onSuccess: () => {
      if (!quiet) toast.success(t('shell.loggedOut'));
    },
    onError: (error, reason) => {
      console.error(error);
      const isOffline = error instanceof OfflineError;
      if (quiet && !isOffline) return;
      toast.error(isOffline ? reason : t('shell.logoutTryAgain'), { title: t('shell.logoutFailed') });
    },
  });
  return { logout: leave, busy };
}

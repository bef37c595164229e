// The content that the sidebar and the drawer share: the entries, the account, Logout.
import { UnstyledButton } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import type { JSX, ReactElement } from 'react';
import { Fragment, useId } from 'react';
import { givenName } from '../../../core/text/own-words.ts';
import { useSession } from '../../api/session.ts';
import { usePath } from '../../routing/location.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { Hint, type Hinted } from '../../ui/controls/hint/Hint.tsx';
import { isCurrent, NAVIGATION, REQUESTS } from './navigation.ts';
import { OpenRequests } from './OpenRequests.tsx';
import classes from './navigation.module.css';
import { useLogout } from './useLogout.ts';

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
        {NAVIGATION.map(({ text, entries }) => (
          <Fragment key={text}>
            <p id={`${id}-${text}`} className={classes['group']}>
              {t(`shell.${text}`)}
            </p>
            <ul aria-labelledby={`${id}-${text}`} className={classes.sidebarList}>
              {entries.map((entry) => (
                <li key={entry.text}>
                  <Named label={t(`shell.${entry.text}`)} collapsed={collapsed}>
                    <a
                      href={`#${entry.to}`}
                      className={classes.sidebarEntry}
                      aria-current={isCurrent(entry, path) ? 'page' : undefined}
                      onClick={onChoose}
                    >
                      <entry.icon size={22} stroke={1.7} aria-hidden className={classes['icon'] ?? ''} />
                      <span className={classes['label']}>{t(`shell.${entry.text}`)}</span>
                      {entry === REQUESTS && <OpenRequests />}
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
            <IconUserCircle size={22} stroke={1.7} aria-hidden className={classes['icon'] ?? ''} />
            <span className={classes['label']}>
              {t('shell.account')}
              <span className={classes['email']}>{ownName}</span>
            </span>
          </a>
        </Named>
        <Named label={t('shell.logout')} collapsed={collapsed}>
          <UnstyledButton
            className={classes.sidebarEntry ?? ''}
            disabled={busy}
            onClick={() => {
              // What is asked before (OFFLINE-12) would lie below the menu.
              onChoose?.();
              logout();
            }}
          >
            <IconLogout size={22} stroke={1.7} aria-hidden className={classes['icon'] ?? ''} />
            <span className={classes['label']}>{t('shell.logout')}</span>
          </UnstyledButton>
        </Named>
      </div>
    </>
  );
}

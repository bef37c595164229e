// The navbar of the collected-fines screen: the brand links to the dashboard, the menu to profile, settings and logout.
import { Button, UnstyledButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconChevronDown, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import type { FocusEvent, JSX, KeyboardEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { BrandLink } from '../../shell/navigation/BrandLink.tsx';
import { useLogout } from '../../shell/navigation/useLogout.ts';
import classes from './collected.module.css';

export function CollectedNavbar(): JSX.Element {
  return (
    <>
      <BrandLink />
      <AccountMenu />
    </>
  );
}

/** A disclosure button with a list of links; deliberately not `role="menu"`. */
function AccountMenu(): JSX.Element {
  const { t } = useTexts();
  const { logout, busy } = useLogout();
  const [opened, setOpened] = useState(false);
  const frame = useClickOutside<HTMLDivElement>(() => setOpened(false));
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !opened) return;
    setOpened(false);
    button.current?.focus();
  };
  const closeOnLeaving = (event: FocusEvent<HTMLDivElement>): void => {
    // Null in browsers that do not focus a link on click; the menu must stay open for that click.
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpened(false);
  };

  return (
    <div ref={frame} className={classes['menu']} onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <Button
        ref={button}
        variant="default"
        loading={busy}
        aria-expanded={opened}
        {...(opened ? { 'aria-controls': id } : {})}
        leftSection={<IconUserCircle size={20} stroke={1.7} aria-hidden />}
        rightSection={
          <IconChevronDown
            size={16}
            aria-hidden
            className={classes['chevron'] ?? ''}
            data-opened={opened || undefined}
          />
        }
        onClick={() => setOpened((open) => !open)}
      >
        <span className={classes['menuWord']}>{t('collected.menu.label')}</span>
      </Button>
      {opened ? (
        <nav id={id} aria-label={t('collected.menu.label')} className={classes['menuPanel']}>
          <ul className={classes['menuList']}>
            <li>
              <a href={`#${PATHS.profile}`} className={classes['menuItem']}>
                <IconUserCircle size={20} stroke={1.7} aria-hidden />
                {t('collected.menu.profile')}
              </a>
            </li>
            <li>
              <a href={`#${PATHS.settingsAlias}`} className={classes['menuItem']}>
                <IconSettings size={20} stroke={1.7} aria-hidden />
                {t('collected.menu.settings')}
              </a>
            </li>
            <li>
              <UnstyledButton
                className={classes['menuItem'] ?? ''}
                onClick={() => {
                  setOpened(false);
                  button.current?.focus();
                  logout();
                }}
              >
                <IconLogout size={20} stroke={1.7} aria-hidden />
                {t('collected.menu.logout')}
              </UnstyledButton>
            </li>
          </ul>
        </nav>
      ) : null}
    </div>
  );
}

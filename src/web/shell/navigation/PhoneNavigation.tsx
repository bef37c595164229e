// Navigation on narrow screens (SHELL-3, SHELL-9): a bar at the bottom for what is used daily, and a drawer with
// everything that the sidebar has.
import { ActionIcon, Drawer, Group, UnstyledButton } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import type { JSX, MouseEvent } from 'react';
import { addFines } from '../../../contract/fines/fines.ts';
import { useSession } from '../../api/session.ts';
import { usePath } from '../../routing/location.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { Allowed } from '../../ui/controls/buttons.tsx';
import { useLayer } from '../../ui/dialogs/layers.ts';
import { addFineHere } from '../../ui/money/opening/add-fine.ts';
import { Brand, SidebarContent, useOpenRequests, type Menu } from './Sidebar.tsx';
import { entriesFor, isCurrent, type NavigationEntry } from './navigation.ts';
import classes from './navigation.module.css';

/** In the bar, for those who may open them. */
const DAILY: readonly string[] = ['dashboard', 'fines', 'payments'];

export function PhoneNavigation({ menu }: { menu: Menu }): JSX.Element {
  const { t } = useTexts();
  useLayer(menu.opened, { close: menu.close, busy: false });
  const { principal } = useSession();
  const daily = entriesFor(principal?.access ?? 'member').filter(({ name }) => DAILY.includes(name));
  const entryOf = (entry: NavigationEntry) => <Entry key={entry.name} entry={entry} />;
  // The drawer says how many there are.
  const isWaiting = useOpenRequests() > 0;
  return (
    <>
      <nav data-screen-only aria-label={t('shell.bar')} className={classes['bar']}>
        <Group component="ul" gap={0} px={8} wrap="nowrap" className={classes['list'] ?? ''}>
          {daily.filter(({ name }) => name !== 'payments').map(entryOf)}
          <Allowed to={addFines}>
            <li>
              <AddFine />
            </li>
          </Allowed>
          {daily.filter(({ name }) => name === 'payments').map(entryOf)}
          <li>
            <UnstyledButton
              className={classes['entry'] ?? ''}
              aria-haspopup="dialog"
              aria-expanded={menu.opened}
              onClick={menu.open}
            >
              <span className={classes['dots']} data-waiting={isWaiting || undefined}>
                <IconDots size={24} stroke={1.7} aria-hidden />
              </span>
              {t('shell.more')}
            </UnstyledButton>
          </li>
        </Group>
      </nav>
      <Drawer
        opened={menu.opened}
        onClose={menu.close}
        closeOnEscape={false}
        title={<Brand />}
        size={300}
        closeButtonProps={{ 'aria-label': t('shell.closeMenu'), size: 44 }}
        classNames={{ content: classes['drawer'] ?? '', body: classes['drawerBody'] ?? '' }}
      >
        <SidebarContent onChoose={menu.close} />
      </Drawer>
    </>
  );
}

function Entry({ entry }: { entry: NavigationEntry }): JSX.Element {
  const { t } = useTexts();
  const current = isCurrent(entry, usePath());
  return (
    <li>
      <a href={`#${entry.to}`} className={classes['entry']} aria-current={current ? 'page' : undefined}>
        <entry.icon size={24} stroke={1.7} aria-hidden />
        {t(`shell.${entry.name}`)}
      </a>
    </li>
  );
}

/** Leads to the form from any screen; the Fines screen opens it in place. */
function AddFine(): JSX.Element {
  const { t } = useTexts();
  const onClick = (event: MouseEvent): void => {
    if (addFineHere()) event.preventDefault();
  };
  return (
    <ActionIcon
      component="a"
      href={`#${PATHS.fines}?add=true`}
      display="flex"
      size={48}
      radius="xl"
      mx="auto"
      aria-label={t('shell.addFine')}
      onClick={onClick}
    >
      <IconPlus size={26} aria-hidden />
    </ActionIcon>
  );
}

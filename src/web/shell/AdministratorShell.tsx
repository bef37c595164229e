// The frame of the administrator's screens: the sidebar, or below 768px a bar with a menu button and a drawer.
import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import { useTexts } from '../messages/index.ts';
import { BELOW_TABLET } from '../ui/breakpoint.ts';
import { IconAction } from '../ui/IconAction.tsx';
import { Brand } from './Brand.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { MainContent } from './MainContent.tsx';
import classes from './shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { SidebarContent } from './SidebarContent.tsx';
import { SkipLink } from './SkipLink.tsx';

export function AdministratorShell(): JSX.Element {
  const { t } = useTexts();
  const narrow = useMediaQuery(BELOW_TABLET) ?? false;
  const [menuOpen, setMenuOpen] = useState(false);

  return (
    <div className={classes['frame']}>
      <SkipLink />
      <Sidebar />
      <Drawer
        opened={menuOpen && narrow}
        onClose={() => setMenuOpen(false)}
        title={<Brand />}
        size={300}
        closeButtonProps={{ 'aria-label': t('shell.closeMenu'), size: 44 }}
        classNames={{ content: classes['drawer'] ?? '', body: classes['drawerBody'] ?? '' }}
      >
        <SidebarContent onChoose={() => setMenuOpen(false)} />
      </Drawer>
      <div className={classes['column']}>
        {/* Not a <header>: the head of an open dialog is one already. */}
        <section aria-label={t('shell.topBar')} className={classes['topBar']}>
          <IconAction
            label={t('shell.openMenu')}
            icon={<IconMenu2 size={24} stroke={1.7} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={menuOpen && narrow}
            onClick={() => setMenuOpen(true)}
          />
          <Brand />
        </section>
        <ConnectionBanner />
        <MainContent />
      </div>
    </div>
  );
}

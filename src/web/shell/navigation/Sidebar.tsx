// The sidebar of wide screens: 250px, collapsed 80px (SHELL-2).
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { IconAction } from '../../ui/controls/IconAction.tsx';
import { BELOW_DESK } from '../../ui/layout/breakpoint.ts';
import { FindRow } from '../keys/FindButton.tsx';
import { Brand } from './Brand.tsx';
import classes from './navigation.module.css';
import { SidebarContent } from './SidebarContent.tsx';

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
          icon={<Icon size={22} stroke={1.7} aria-hidden className={classes['turning'] ?? ''} />}
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

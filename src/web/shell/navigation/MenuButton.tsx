// The button in the top bar of narrow screens that opens the menu.
import { IconMenu2 } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { IconAction } from '../../ui/controls/buttons.tsx';
import classes from '../frame/shell.module.css';
import type { Menu } from './Sidebar.tsx';

export function MenuButton({ menu }: { menu: Menu }): JSX.Element {
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

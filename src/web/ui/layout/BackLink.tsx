// The link beside a screen's title that leads back to the screen it belongs to.
import { IconArrowLeft } from '@tabler/icons-react';
import type { JSX } from 'react';
import { IconAction } from '../controls/buttons.tsx';
import classes from './layout.module.css';

export function BackLink({ to, label }: { to: string; label: string }): JSX.Element {
  return (
    <IconAction
      className={classes['back'] ?? ''}
      label={label}
      to={to}
      icon={<IconArrowLeft size={22} aria-hidden data-turns />}
    />
  );
}

// The buttons that open the finder: a row of the sidebar, and in a top bar an icon, since phones have no Ctrl+K.
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { JSX } from 'react';
import { find } from '../../../contract/overview.ts';
import { useTexts } from '../../messages/index.ts';
import { Allowed, IconAction } from '../../ui/controls/buttons.tsx';
import { Hint } from '../../ui/controls/hint/Hint.tsx';
import { KeyCaps } from '../../ui/keys/KeyHint.tsx';
import classes from '../../ui/keys/keys.module.css';
import { ARIA_KEYS } from '../../ui/keys/keys.ts';
import { showOverlay } from '../../ui/keys/overlay.ts';

const open = (): void => showOverlay('finder');

export function FindRow({ collapsed }: { collapsed: boolean }): JSX.Element {
  const { t } = useTexts();
  const row = (
    <UnstyledButton
      className={classes['row'] ?? ''}
      data-collapsed={collapsed || undefined}
      aria-haspopup="dialog"
      aria-keyshortcuts={ARIA_KEYS.finder}
      onClick={open}
    >
      <IconSearch size={20} stroke={1.7} aria-hidden />
      <span className={classes['words']}>{t('shell.find')}</span>
      <KeyCaps of="finder" />
    </UnstyledButton>
  );
  return (
    <Allowed to={find}>
      {collapsed ? (
        <Hint label={t('shell.find')} position="right">
          {row}
        </Hint>
      ) : (
        row
      )}
    </Allowed>
  );
}

export function FindIcon(): JSX.Element {
  const { t } = useTexts();
  return (
    <Allowed to={find}>
      <IconAction
        label={t('shell.find')}
        icon={<IconSearch size={22} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        aria-keyshortcuts={ARIA_KEYS.finder}
        onClick={open}
      />
    </Allowed>
  );
}

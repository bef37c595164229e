// The first stop of the Tab key: skips bars and menus.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { MAIN_ID } from './MainArea.tsx';
import classes from './shell.module.css';

export function SkipLink(): JSX.Element {
  const { t } = useTexts();
  return (
    <button
      type="button"
      data-screen-only
      className={classes['skip']}
      onClick={() => document.getElementById(MAIN_ID)?.focus()}
    >
      {t('shell.skip')}
    </button>
  );
}

// The first stops of the Tab key: they skip bars, menus and whatever stands above a list.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { goToList, useHasList } from '../../ui/lists/table/keyboard.ts';
import { MAIN_ID } from './MainArea.tsx';
import classes from './shell.module.css';

export function SkipLink(): JSX.Element {
  const { t } = useTexts();
  const hasList = useHasList();
  const skip = (text: string, onClick: () => void): JSX.Element => (
    <button type="button" data-screen-only className={classes['skip']} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <>
      {skip(t('shell.skip'), () => document.getElementById(MAIN_ID)?.focus())}
      {hasList && skip(t('shell.skipToList'), goToList)}
    </>
  );
}

// Steps from page to page of the history, which has no page numbers. At either end a button only keeps the focus.
import { UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import type { History } from '../../../contract/history.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './history.module.css';
import type { Page } from './history-place.ts';

export function Steps({ list, onShow }: { list: History; onShow: (page: Page) => void }): JSX.Element | null {
  const { t } = useTexts();
  const { items, hasNewer, hasOlder } = list;
  if (!hasNewer && !hasOlder) return null;
  const steps = [
    ['newest', hasNewer, 'newest'],
    ['newer', hasNewer, { after: items[0]?.sequence ?? 0 }],
    ['older', hasOlder, { before: items.at(-1)?.sequence ?? 0 }],
    ['oldest', hasOlder, { after: 0 }],
  ] as const;
  return (
    <nav aria-label={t('history.steps')} className={classes['steps']}>
      {steps.map(([name, possible, page]) => (
        <UnstyledButton
          key={name}
          className={classes['step'] ?? ''}
          aria-disabled={!possible}
          onClick={() => possible && onShow(page)}
        >
          {t(`history.${name}`)}
        </UnstyledButton>
      ))}
    </nav>
  );
}

// Steps from page to page of the history, which has no page numbers. At either end a button only keeps the focus.
import { UnstyledButton } from '@mantine/core';
import type { JSX, RefObject } from 'react';
import type { History } from '../../../contract/history.ts';
import { useTexts } from '../../messages/index.ts';
import { showBeginning } from '../../ui/lists/paging/paging.tsx';
import classes from './history.module.css';
import type { Page } from './history-address.ts';

interface StepsProps {
  list: History;
  /** the beginning of the list, which is shown with a new page */
  top: RefObject<HTMLElement | null>;
  onShow: (page: Page) => void;
}

export function Steps({ list, top, onShow }: StepsProps): JSX.Element | null {
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
          onClick={() => {
            if (!possible) return;
            onShow(page);
            showBeginning(top.current);
          }}
        >
          {t(`history.${name}`)}
        </UnstyledButton>
      ))}
    </nav>
  );
}

// Paging of a list: Previous, numbered pages with gaps, Next (SCREEN-5). Not shown for a single page. At either end the
// button does nothing but keeps the focus, which a disabled one would lose.
import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { JSX, RefObject } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { BELOW_TABLET } from '../../layout/breakpoint.ts';
import { pageNumbers } from './page-numbers.ts';
import { showBeginning } from './show-beginning.ts';
import classes from './Pager.module.css';

interface PagerProps {
  /** from 1 */
  page: number;
  pages: number;
  onChange: (page: number) => void;
  /** the list, which is above the pager: a new page is shown from its beginning */
  top?: RefObject<HTMLElement | null>;
  /** the label for screen readers if a screen has several pagers */
  label?: string;
  /** "Prev" in place of "Previous", as inside a card */
  short?: boolean;
}

export function Pager({ page, pages, onChange, top, label, short = false }: PagerProps): JSX.Element | null {
  const { t } = useTexts();
  const narrow = useMediaQuery(BELOW_TABLET) ?? false;
  if (pages <= 1) return null;
  const atStart = page <= 1;
  const atEnd = page >= pages;
  const turnTo = (to: number): void => {
    onChange(to);
    showBeginning(top?.current ?? null);
  };
  return (
    <nav aria-label={label ?? t('common.pager.label')} className={classes['pager']}>
      <UnstyledButton
        className={classes['step'] ?? ''}
        data-step="previous"
        aria-disabled={atStart}
        onClick={() => atStart || turnTo(page - 1)}
      >
        {t(short ? 'common.pager.previousShort' : 'common.pager.previous')}
      </UnstyledButton>
      <ul className={classes['numbers']}>
        {pageNumbers(page, pages, narrow ? 0 : 1).map((number) =>
          typeof number === 'string' ? (
            <li key={number} aria-hidden className={classes['gap']}>
              …
            </li>
          ) : (
            <li key={number}>
              <UnstyledButton
                className={classes['number'] ?? ''}
                aria-label={t('common.pager.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => turnTo(number)}
              >
                {number}
              </UnstyledButton>
            </li>
          ),
        )}
      </ul>
      <UnstyledButton
        className={classes['step'] ?? ''}
        data-step="next"
        aria-disabled={atEnd}
        onClick={() => atEnd || turnTo(page + 1)}
      >
        {t('common.pager.next')}
      </UnstyledButton>
    </nav>
  );
}

// Buttons that sort a list. The active one shows the direction and reverses it when pressed again.
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import type { SortOrder } from './paging/list-state.ts';
import classes from './lists.module.css';

interface SortButtonsProps<S extends string> {
  /** in the order in which they are shown */
  options: readonly { value: S; label: string }[];
  sort: S;
  order: SortOrder;
  onSort: (sort: S) => void;
}

export function SortButtons<S extends string>({ options, sort, order, onSort }: SortButtonsProps<S>): JSX.Element {
  const { t } = useTexts();
  const Arrow = order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <div data-screen-only role="group" aria-label={t('common.sort.by')} className={classes['group']}>
      <span aria-hidden className={classes['label']}>
        {t('common.sort.by')}
      </span>
      <IconArrowsSort size={20} stroke={1.7} aria-hidden className={classes['icon'] ?? ''} />
      {options.map(({ value, label }) => (
        <UnstyledButton
          key={value}
          className={classes['button'] ?? ''}
          aria-pressed={value === sort}
          onClick={() => onSort(value)}
        >
          {label}
          {value === sort ? (
            <>
              <Arrow size={16} stroke={2.2} aria-hidden />
              <VisuallyHidden>{t(`common.sort.${order}`)}</VisuallyHidden>
            </>
          ) : null}
        </UnstyledButton>
      ))}
    </div>
  );
}

// The filters of a list: its search, and fields that phones have behind a button, so that the first record is in view.
// The list must be a size container.
import { Button } from '@mantine/core';
import { type JSX, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { SearchBox } from '../SearchBox.tsx';
import { FiltersButton } from './FiltersButton.tsx';
import classes from './filters.module.css';
import { PrintedFilters } from './PrintedFilters.tsx';

interface ListFiltersProps {
  /** says what is filtered */
  label: string;
  search?: { label: string; placeholder: string; value: string; onChange: (next: string) => void };
  /** how many of the fields are set */
  count: number;
  /** the fields */
  children: ReactNode;
  onClear: () => void;
  /** in place of "Clear filters" */
  clearLabel?: string | undefined;
  /** a filter in force that has no field; always in view */
  chosen?: string | undefined;
}

export function ListFilters(props: ListFiltersProps): JSX.Element {
  const { label, search, count, children, onClear, clearLabel, chosen } = props;
  const { t } = useTexts();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const hasSearch = search !== undefined;
  return (
    <div className={classes['filters']} data-search={hasSearch || undefined} role="search" aria-label={label}>
      <PrintedFilters />
      {hasSearch && <SearchBox {...search} />}
      <FiltersButton
        besideSearch={hasSearch}
        className={classes['more'] ?? ''}
        count={count}
        opened={opened}
        controls={id}
        onToggle={() => setOpened(!opened)}
      />
      <div id={id} className={classes['fields']} data-opened={opened || undefined}>
        {children}
      </div>
      {count > 0 && (
        <div className={classes['chosen']} data-shown={opened || chosen !== undefined || undefined}>
          {chosen !== undefined && <p>{chosen}</p>}
          <Button variant="subtle" onClick={onClear}>
            {clearLabel ?? t('common.filters.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}

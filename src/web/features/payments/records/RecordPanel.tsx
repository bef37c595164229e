// A list of payments, refunds or waivers with its filters, table, sums, export and pager.
// On a person's screen it has no filters.
import { Button, Select } from '@mantine/core';
import { IconCashOff, IconSearchOff } from '@tabler/icons-react';
import { type JSX, type ReactNode, useRef } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Pager } from '../../../ui/lists/paging/Pager.tsx';
import type { ShownPage } from '../../../ui/lists/paging/useListPage.ts';
import classes from '../payments.module.css';
import { filtersOf } from '../payments-place.ts';
import type { RecordRows } from './RecordTable.tsx';
import type { PlaceView } from '../usePlace.ts';
import { DaysFilter } from '../../../ui/lists/filters/DaysFilter.tsx';
import { ListFilters } from '../../../ui/lists/filters/ListFilters.tsx';
import { PersonFilter } from '../../../ui/lists/filters/PersonFilter.tsx';

interface RecordPanelProps<Item> {
  label: string;
  words: {
    filters: string;
    search: string;
    searchHint: string;
    by: string;
    pages: string;
    none: string;
    hint?: string;
  };
  view: PlaceView;
  shown: ShownPage<{ items: readonly Item[] }>;
  /** who did it, an e-mail */
  byOf: (item: Item) => string | null;
  renderRows: (rows: RecordRows<Item>) => ReactNode;
  /** null: show no sums, no export and no pager */
  sums: ReactNode;
  download: ReactNode;
}

export function RecordPanel<Item>(props: RecordPanelProps<Item>): JSX.Element {
  const { label, words, view, shown, byOf, renderRows, sums, download } = props;
  const { t } = useTexts();
  const { list, pages, stale, failure } = shown;
  const top = useRef<HTMLDivElement>(null);
  const message = t('payments.failed');
  const empty =
    filtersOf(view) === 0 ? (
      <EmptyState icon={<IconCashOff />} title={words.none} text={words.hint} />
    ) : (
      <EmptyState
        icon={<IconSearchOff />}
        title={t('payments.empty.noMatch')}
        action={
          <Button variant="default" onClick={view.clear}>
            {t('common.filters.clear')}
          </Button>
        }
      />
    );
  return (
    <Card component="section" aria-label={label} ref={top} className={classes['panel'] ?? ''}>
      {view.personId === undefined && (
        <PaymentFilters
          view={view}
          label={words.filters}
          search={{ label: words.search, placeholder: words.searchHint }}
          by={words.by}
          people={list?.items.map(byOf)}
        />
      )}
      {renderRows({
        items: list?.items,
        stale,
        failed: failure.nothing ? <LoadFailureState failure={failure} message={message} /> : undefined,
        empty,
      })}
      {sums !== null && (
        <div className={classes['foot']}>
          {sums}
          {download}
          <Pager page={view.page} pages={pages} onChange={view.showPage} top={top} label={words.pages} />
        </div>
      )}
      <LoadFailureDialog failure={failure} message={message} />
    </Card>
  );
}

// Which records of a list are shown: by days, method, who did it, and a search.

interface PaymentFiltersProps {
  view: PlaceView;
  label: string;
  search: { label: string; placeholder: string };
  /** the label of the filter by who did it */
  by: string;
  /** those who did it, among the records shown; undefined while loading */
  people: readonly (string | null)[] | undefined;
}

function PaymentFilters({ view, label, search: words, by: byLabel, people }: PaymentFiltersProps): JSX.Element {
  const { t } = useTexts();
  const { from, to, method, methods, by, search, filter } = view;
  return (
    <ListFilters
      label={label}
      search={{ ...words, value: search, onChange: (next) => filter({ search: next }, 'typing') }}
      count={filtersOf({ ...view, search: '' })}
      onClear={view.clear}
    >
      <DaysFilter from={from} to={to} onChange={filter} />
      {methods.length > 0 && (
        <Select
          data-unset={method === 'all' || undefined}
          label={t('payments.filter.method')}
          allowDeselect={false}
          data={methods.map((value) => ({
            value,
            label: value === 'all' ? t('payments.filter.anyMethod') : t(`common.method.${value}`),
          }))}
          value={method}
          onChange={(next) => filter({ method: next ?? 'all' })}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
        />
      )}
      <PersonFilter label={byLabel} people={people ?? []} chosen={by} onChange={(next) => filter({ by: next })} />
    </ListFilters>
  );
}

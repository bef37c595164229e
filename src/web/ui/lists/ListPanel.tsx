// A list: its search, filters and menu "⋯", its rows or what stands in place of them, and below them how many there are
// and the pager. The title, the primary button and the figures stand above it.
import { Button, Group, Text, Title } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { type JSX, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { type MenuEntry, More } from '../controls/more/More.tsx';
import { FOCUS_AFTER_DELETION } from '../dialogs/focus.ts';
import { type LoadFailure, LoadFailureDialog, LoadFailureState } from '../feedback/LoadFailure.tsx';
import { EmptyState } from '../feedback/status.tsx';
import { Card } from '../layout/page.tsx';
import { ListFilters, type ListFiltersProps } from './filters/filters.tsx';
import classes from './lists.module.css';
import { Pager } from './paging/paging.tsx';

/** What stands in place of rows. */
interface InPlaceOfRows {
  /** They could not be read. */
  failed: JSX.Element | undefined;
  /** There are none. */
  empty: ReactNode;
}

/** The view of a list without filters. */
const UNFILTERED = { count: 0, clear: () => undefined, isFiltered: false };

interface ListPanelProps extends Omit<ListFiltersProps, 'label' | 'view' | 'more'> {
  label: string;
  /** The label is in sight, as the title of one of several lists of a screen. */
  titled?: true;
  /** of `useListView`; without it the list has no filters */
  view?: ListFiltersProps['view'] & { isFiltered: boolean };
  /** says what is filtered; without it the list has neither search nor filters, as on a person's screen */
  filters?: string | false;
  /** import, export, refresh and the like */
  menu?: readonly (MenuEntry | false)[];
  /** how many records there are with these filters; undefined while that is unknown */
  total: number | undefined;
  failure: LoadFailure;
  /** said if the list cannot be read */
  message: string;
  /** A message has said that already. */
  said?: true;
  /** in place of rows if there is no record at all */
  empty: ReactNode;
  /** said if there is none with these filters, and the button that clears them; by default as if there were none */
  noMatch?: string;
  noMatchClear?: string;
  children: (instead: InPlaceOfRows, top: RefObject<HTMLElement | null>) => ReactNode;
  /** how many there are */
  sums?: ReactNode;
  /** `label`: of the pager */
  pages?: { label: string; page: number; pages: number; onChange: (page: number) => void } | false;
}

/** There is no record at all: neither search, filters nor figures are of use. */
export const isNothing = (view: { isFiltered: boolean }, total: number | undefined): boolean =>
  !view.isFiltered && total === 0;

export function ListPanel(props: ListPanelProps): JSX.Element {
  const {
    label,
    titled,
    view = UNFILTERED,
    filters = false,
    menu = [],
    total,
    failure,
    message,
    said,
    sums,
    pages = false,
  } = props;
  const { empty, noMatch, noMatchClear, children, search, fields, fieldsIfNarrow, clearLabel, chosen } = props;
  const { t } = useTexts();
  const top = useRef<HTMLDivElement>(null);
  // The menu moves to the foot once the list turns out to be empty.
  const menuState = useState(false);
  const more = <More label={t('common.moreOf', { of: label })} entries={menu} state={menuState} />;
  const hasTools = filters !== false && !isNothing(view, total);
  const hasFoot =
    (sums !== undefined && sums !== null && sums !== false) ||
    (pages !== false && pages.pages > 1) ||
    (!hasTools && titled !== true && menu.some((entry) => entry !== false));
  const instead = {
    failed: failure.nothing ? <LoadFailureState failure={failure} message={message} /> : undefined,
    empty:
      view.isFiltered && noMatch !== undefined ? (
        <NothingFound title={noMatch} clear={noMatchClear} onClear={view.clear} />
      ) : (
        empty
      ),
  };
  return (
    <Card component="section" aria-label={label} ref={top} className={classes['panel'] ?? ''}>
      {titled === true && (
        <Group justify="space-between" gap={12} py={8} px="var(--app-edge)">
          <Title order={2} fz="lg">
            {label}
          </Title>
          {more}
        </Group>
      )}
      {hasTools && (
        <ListFilters label={filters} {...{ view, search, fields, fieldsIfNarrow, clearLabel, chosen, more }} />
      )}
      {children(instead, top)}
      {hasFoot && (
        <div className={classes['foot']}>
          <Text
            component="div"
            role="status"
            c="dimmed"
            fz="sm"
            className={classes['sums'] ?? ''}
            {...FOCUS_AFTER_DELETION}
          >
            {sums}
          </Text>
          {pages !== false && <Pager {...pages} top={top} />}
          {!hasTools && titled !== true && more}
        </div>
      )}
      {said !== true && <LoadFailureDialog failure={failure} message={message} />}
    </Card>
  );
}

interface NothingFoundProps {
  title: string;
  /** in place of "Clear filters" */
  clear?: string | undefined;
  onClear: () => void;
}

/** In place of rows: the filters find nothing. */
function NothingFound({ title, clear, onClear }: NothingFoundProps): JSX.Element {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          {clear ?? t('common.filters.clear')}
        </Button>
      }
    />
  );
}

// Parts of lists: buttons that sort one, its file, the result of checking a line, and placeholders.
import { type JSX, type ReactNode, useDeferredValue } from 'react';
import classes from './lists.module.css';
import { UnstyledButton, VisuallyHidden, Button, Skeleton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconFileTypeCsv,
  IconAlertCircle,
  IconCheck,
} from '@tabler/icons-react';
import { useTexts, useLanguage } from '../../messages/index.ts';
import type { SortOrder } from './paging/list-state.ts';
import type { CallInput, Operation } from '../../../contract/operation.ts';
import { addressOf } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Allowed } from '../controls/buttons.tsx';
import type { MenuEntry } from '../controls/more/More.tsx';
import { refusedOffline } from '../dialogs/refused-offline.ts';
import { isReturn } from '../../routing/location.ts';

// Buttons that sort a list. The active one shows the direction and reverses it when pressed again.

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

// Downloads everything that a list finds as a CSV file, for those who may read it (EXPORT-1).

interface ExportButtonProps<O extends Operation> {
  /** one of contract/exports.ts */
  of: O;
  /** the input of the list; `language` is added, as that of the page */
  input: CallInput<O>;
}

function useExportAddress<O extends Operation>({ of: operation, input }: ExportButtonProps<O>): string {
  const language = useLanguage();
  const { params, query } = input as { params?: Record<string, string>; query?: Record<string, string> };
  return addressOf(operation, { ...(params && { params }), query: { ...query, language } });
}

/** In the menu of a list. */
export function useExport<O extends Operation>(of: O, input: CallInput<O>): MenuEntry | false {
  const { t } = useTexts();
  const may = useMay();
  const file = useExportAddress({ of, input });
  return may(of) && { label: t('common.exportCsv'), file, needsServer: t('common.exportOffline') };
}

export function ExportButton<O extends Operation>(props: ExportButtonProps<O>): JSX.Element {
  const { t } = useTexts();
  const address = useExportAddress(props);
  return (
    <Allowed to={props.of}>
      <Button
        data-screen-only
        component="a"
        // The browser's own download shows its progress, and whether it failed.
        href={address}
        download
        onClick={(event) => {
          // Offline the browser would say only that it failed.
          if (refusedOffline(t('common.exportOffline'))) event.preventDefault();
        }}
        variant="default"
        leftSection={<IconFileTypeCsv size={18} aria-hidden />}
      >
        {t('common.exportCsv')}
      </Button>
    </Allowed>
  );
}

// Saves a file that was made in the browser.

/** Lets the browser save the text as a file of this name. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

// The result of checking a line of a list or file: that it is right, or each thing that is wrong with it.

export function LineRight({ children }: { children: ReactNode }): JSX.Element {
  return (
    <span className={classes['right']}>
      <IconCheck size={16} aria-hidden />
      {children}
    </span>
  );
}

export function LineProblems({ id, sentences }: { id?: string; sentences: readonly string[] }): JSX.Element {
  return (
    <ul id={id} className={classes['problems']}>
      {sentences.map((sentence, place) => (
        <li key={place}>
          <IconAlertCircle size={16} aria-hidden />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}

// A placeholder for a table or list that is loading.

interface SkeletonTableProps {
  rows: number;
  columns: number;
  /** height of a row in pixels, like that of the real rows */
  rowHeight?: number;
}

export function SkeletonTable({ rows, columns, rowHeight = 56 }: SkeletonTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <div role="status" aria-label={t('common.loading')} className={classes['table']}>
      {Array.from({ length: rows }, (_row, row) => (
        <div key={row} className={classes['row']} style={{ blockSize: rowHeight }}>
          {Array.from({ length: columns }, (_column, column) => (
            <Skeleton key={column} height={14} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}

// A list appears sooner without the rows that are out of view.

/** How many are rendered first: about what a phone shows. */
const FEW = 3;

/** How many elements of a list to render: few at first and all right after that; all at once after Back. */
export function useFew(count: number): number {
  return useDeferredValue(true, isReturn()) ? count : Math.min(count, FEW);
}

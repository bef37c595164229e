// The rows of the file, each with what is wrong in it or what it does. Mistakes are corrected in place; rows that are
// not ticked are left out (FILE-10).
import { Alert, Box, Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { type JSX, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { ImportColumn } from '../../../../core/files/import-columns.ts';
import { useTexts } from '../../../messages/index.ts';
import { IconAction } from '../../../ui/controls/buttons.tsx';
import { Choices } from '../../../ui/lists/filters/filters.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Pager } from '../../../ui/lists/paging/paging.tsx';
import type { Column, Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { TickAllBox, TickBox } from '../../../ui/lists/table/TickBox.tsx';
import { type CheckedRow, inFilter, ROW_FILTERS, type RowFilter, withMatching } from './rows.ts';
import type { Import } from '../useImport.ts';
import { goToFirstWrong, notesOf, RowCell, RowOutcome } from './RowCell.tsx';
import classes from '../imports.module.css';

const ROWS_SHOWN = 20;
/** The columns of a file other than our own exports, and the most that fit on a wide screen. */
const USUAL_COLUMNS = 5;
const MOST_COLUMNS = 6;

interface RowsCardProps {
  columns: readonly ImportColumn[];
  rows: readonly CheckedRow[];
  importing: Import;
}

export function RowsCard({ columns, rows, importing }: RowsCardProps): JSX.Element {
  const { t } = useTexts();
  const counts = useMemo(() => countsOf(rows), [rows]);
  const { filter, choose, found } = useFiltered(rows, counts);
  const [page, setPage] = useState(1);
  const top = useRef<HTMLDivElement>(null);
  const { restored } = importing;
  const whenShown = useEffectEvent(() => {
    if (top.current !== null && !restored && !isBusyElsewhere()) goToFirstWrong(top.current);
  });
  // Only once: after that the person is working in the rows.
  useEffect(() => whenShown(), []);
  const pages = Math.ceil(found.length / ROWS_SHOWN);
  const shown = found.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN);
  const offered = ROW_FILTERS.filter((one) => one === 'all' || one === filter || counts[one] > 0);
  const show = (one: RowFilter): void => {
    choose(one);
    setPage(1);
  };
  return (
    <Card component="section" aria-label={t('imports.rows.label')} ref={top}>
      <Group justify="space-between" gap="8px 16px" py={12} px="var(--app-edge)">
        <Box component="h2" fz="md" fw={650}>
          {t('imports.rows.label')}
        </Box>
        {offered.length > 1 && (
          <Choices
            label={t('imports.rows.filter')}
            options={offered.map((value) => ({ value, label: t(`imports.rows.${value}`, { count: counts[value] }) }))}
            chosen={filter}
            onChoose={show}
          />
        )}
      </Group>
      <Doubts rows={rows} onShow={filter === 'leftOut' ? undefined : () => show('leftOut')} />
      <RowTable columns={columns} rows={shown} found={found} importing={importing} />
      {pages > 1 && (
        <Group justify="end" py={12} px="var(--app-edge)">
          <Pager page={page} pages={pages} onChange={setPage} top={top} label={t('imports.rows.pages')} />
        </Group>
      )}
    </Card>
  );
}

/** Whether the person is typing or choosing something elsewhere. */
const isBusyElsewhere = (): boolean => document.activeElement?.matches('input, select, textarea') === true;

const countsOf = (rows: readonly CheckedRow[]): Record<RowFilter, number> =>
  // The keys are the filters.
  Object.fromEntries(
    ROW_FILTERS.map((filter) => [filter, rows.filter((row) => inFilter(row, filter)).length]),
  ) as Record<RowFilter, number>;

/** The rows that have matched a filter since it was chosen: one that is then corrected or ticked stays where it is. */
function useFiltered(rows: readonly CheckedRow[], counts: Record<RowFilter, number>) {
  const [{ filter, chosen }, setChosen] = useState<{ filter: RowFilter; chosen: ReadonlySet<number> }>({
    filter: counts.problems > 0 ? 'problems' : 'all',
    chosen: new Set(),
  });
  const shown = withMatching(chosen, rows, filter);
  if (shown !== chosen) setChosen({ filter, chosen: shown });
  return {
    filter,
    choose: (next: RowFilter) => setChosen({ filter: next, chosen: new Set() }),
    found: rows.filter(({ row }) => shown.has(row)),
  };
}

/** Points out the rows that were left out by default: totals, rows without content, and rows that the spreadsheet hides. */
function Doubts(props: { rows: readonly CheckedRow[]; onShow: (() => void) | undefined }): JSX.Element | null {
  const { t } = useTexts();
  const out = props.rows.filter(({ ticked }) => !ticked);
  const totals = out.filter(({ doubt }) => doubt === 'total');
  const empty = out.filter(({ doubt }) => doubt === 'empty').length;
  const hidden = out.filter(({ doubt }) => doubt === 'hidden').length;
  if (totals.length + empty + hidden === 0) return null;
  return (
    <Alert color="yellow" role="status" mx="var(--app-edge)" mb={12}>
      <Stack gap={8} align="start">
        {totals.length > 0 && (
          <p>
            {t('imports.doubt.totals', {
              count: totals.length,
              rows: totals.map(({ number }) => number).join(', '),
            })}
          </p>
        )}
        {empty > 0 && <p>{t('imports.doubt.emptyRows', { count: empty })}</p>}
        {hidden > 0 && <p>{t('imports.doubt.hiddenRows', { count: hidden })}</p>}
        {props.onShow !== undefined && (
          <Button variant="default" onClick={props.onShow}>
            {t('imports.doubt.show')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

type Key = 'tick' | 'number' | ImportColumn | 'check' | 'edit';

function RowTable({ columns, rows, found, importing }: RowsCardProps & { found: readonly CheckedRow[] }): JSX.Element {
  const { t } = useTexts();
  /** the rows whose cells are all fields */
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const layout = useMemo(() => layoutOf(columns), [columns]);
  const id = useId();
  const cells = columns.map((column): [ImportColumn, Column<CheckedRow>] => [
    column,
    {
      label: t(`imports.column.${column}`),
      share: 'auto',
      labelled: 'beside',
      render: (row) => (
        <RowCell
          row={row}
          column={column}
          open={open.has(row.row)}
          first={column === columns[0]}
          problemsId={`${id}${row.row}`}
          onCorrect={importing.correct}
        />
      ),
    },
  ]);
  const shown: Columns<CheckedRow, Key> = {
    tick: {
      label: t('imports.rows.tickAll'),
      tight: true,
      head: <TickAll rows={found} importing={importing} />,
      render: ({ row, number, ticked }) => (
        <TickBox
          label={t('imports.rows.tick', { row: number })}
          checked={ticked}
          onChange={(on) => importing.tick([row], on)}
        />
      ),
    },
    number: {
      label: t('imports.rows.number'),
      tight: true,
      isName: true,
      align: 'end',
      labelled: 'beside',
      look: 'strong',
      render: ({ number }) => number,
    },
    // The columns that are not shown are missing.
    ...(Object.fromEntries(cells) as Record<ImportColumn, Column<CheckedRow>>),
    check: {
      label: t('imports.rows.check'),
      share: '18%',
      look: 'aside',
      render: (row) => <RowOutcome row={row} />,
    },
    edit: {
      label: t('imports.rows.edit'),
      tight: true,
      render: ({ row, number }) => {
        const isOpen = open.has(row);
        return (
          <IconAction
            label={t(isOpen ? 'imports.rows.close' : 'imports.rows.edit')}
            accessibleLabel={t(isOpen ? 'imports.rows.closeRow' : 'imports.rows.editRow', { row: number })}
            icon={isOpen ? <IconCheck size={18} aria-hidden /> : <IconPencil size={18} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(isOpen ? new Set([...open].filter((one) => one !== row)) : new Set([...open, row]))}
          />
        );
      },
    },
  };
  return (
    <div className={classes['rows']} data-room={layout.room}>
      <DataTable
        label={t('imports.rows.label')}
        columns={shown}
        layout={layout}
        rows={rows}
        idOf={({ row }) => String(row)}
        stale={!importing.current && importing.failure === null}
        stateOf={({ ticked }) => (ticked ? undefined : 'out')}
        below={(row) => notesOf(row, `${id}${row.row}`)}
        empty={null}
      />
    </div>
  );
}

function layoutOf(columns: readonly ImportColumn[]): Layout<Key> {
  const lines: Key[][] = [
    ['tick', 'number', 'edit'],
    ...columns.map((column): Key[] => [column, column, column]),
    ['check', 'check', 'check'],
  ];
  return {
    room: columns.length <= USUAL_COLUMNS ? 'medium' : columns.length <= MOST_COLUMNS ? 'large' : 'endless',
    card: { lines, widths: 'max-content minmax(0, 1fr) max-content' },
  };
}

/** Ticks all rows of the filter, on every page. */
function TickAll({ rows, importing }: { rows: readonly CheckedRow[]; importing: Import }): JSX.Element {
  const { t } = useTexts();
  return (
    <TickAllBox
      label={t('imports.rows.tickAll')}
      rows={rows.length}
      ticked={rows.filter(({ ticked }) => ticked).length}
      onChange={(on) =>
        importing.tick(
          rows.map(({ row }) => row),
          on,
        )
      }
    />
  );
}

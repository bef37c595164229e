// The rows of the file with what is wrong in each, or what it does: a table, or cards where that does not fit.
import { Table, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useState } from 'react';
import type { ImportColumn } from '../../../core/files/import-columns.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { useNarrow } from '../../ui/layout/useNarrow.ts';
import classes from './imports.module.css';
import { type CheckedRow, inFilter, ROW_FILTERS, type RowFilter } from './rows.ts';

const ROWS_SHOWN = 20;
/** Of the table, in pixels, and of each column beyond the usual ones. */
const ROOM_NEEDED = 860;
const USUAL_COLUMNS = 5;
const ROOM_OF_A_COLUMN = 90;

export function RowsCard({ columns, rows }: RowsProps): JSX.Element {
  const { t } = useTexts();
  const countOf = (filter: RowFilter): number => rows.filter((row) => inFilter(row, filter)).length;
  const counts = Object.fromEntries(ROW_FILTERS.map((filter) => [filter, countOf(filter)])) as Record<
    RowFilter,
    number
  >;
  const [filter, setFilter] = useState<RowFilter>(counts.problems > 0 ? 'problems' : 'all');
  const [page, setPage] = useState(1);
  const { frame, narrow } = useNarrow(ROOM_NEEDED + Math.max(columns.length - USUAL_COLUMNS, 0) * ROOM_OF_A_COLUMN);
  const found = rows.filter((row) => inFilter(row, filter));
  const shown = found.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN);
  const offered = ROW_FILTERS.filter((one) => one === 'all' || counts[one] > 0);
  return (
    <Card component="section" aria-label={t('imports.rows.label')} className={classes['panel'] ?? ''}>
      <div className={classes['head']}>
        <h2 className={classes['title']}>{t('imports.rows.label')}</h2>
        {offered.length > 1 && (
          <div role="group" aria-label={t('imports.rows.filter')} className={classes['choices']}>
            {offered.map((one) => (
              <UnstyledButton
                key={one}
                className={classes['choice'] ?? ''}
                aria-pressed={one === filter}
                onClick={() => {
                  setFilter(one);
                  setPage(1);
                }}
              >
                {t(`imports.rows.${one}`, { count: counts[one] })}
              </UnstyledButton>
            ))}
          </div>
        )}
      </div>
      <div ref={frame}>
        {narrow ? <Cards columns={columns} rows={shown} /> : <WideTable columns={columns} rows={shown} />}
      </div>
      <div className={classes['foot']}>
        <Pager
          page={page}
          pages={Math.ceil(found.length / ROWS_SHOWN)}
          onChange={setPage}
          label={t('imports.rows.pages')}
        />
      </div>
    </Card>
  );
}

interface RowsProps {
  columns: readonly ImportColumn[];
  rows: readonly CheckedRow[];
}

function WideTable({ columns, rows }: RowsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Table aria-label={t('imports.rows.label')} verticalSpacing={8} horizontalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes['number'] ?? ''}>{t('imports.rows.number')}</Table.Th>
          {columns.map((column) => (
            <Table.Th key={column}>{t(`imports.column.${column}`)}</Table.Th>
          ))}
          <Table.Th className={classes['check'] ?? ''}>{t('imports.rows.check')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.number}>
            <Table.Td className={classes['number'] ?? ''}>{row.number}</Table.Td>
            {columns.map((column) => (
              <Table.Td key={column} className={classes['cell'] ?? ''}>
                <Value row={row} column={column} />
              </Table.Td>
            ))}
            <Table.Td className={classes['check'] ?? ''}>
              <Outcome row={row} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ columns, rows }: RowsProps): JSX.Element {
  const { t } = useTexts();
  return (
    <ol className={classes['cards']} aria-label={t('imports.rows.label')}>
      {rows.map((row) => (
        <li key={row.number} className={classes['row']}>
          <strong>{t('imports.rows.row', { row: row.number })}</strong>
          <dl className={classes['cells']}>
            {columns.map((column) =>
              (row.cells[column] ?? '') === '' ? null : (
                <div key={column}>
                  <dt>{t(`imports.column.${column}`)}</dt>
                  <dd>
                    <Value row={row} column={column} />
                  </dd>
                </div>
              ),
            )}
          </dl>
          <Outcome row={row} />
        </li>
      ))}
    </ol>
  );
}

/** The cell as it stands in the file; a day as it was understood. */
function Value({ row: { cells, charge, problems }, column }: { row: CheckedRow; column: ImportColumn }): JSX.Element {
  const cell = cells[column] ?? '';
  const wrong = problems.some((problem) => problem.column === column);
  const text = column === 'date' && charge !== null ? dayText(charge.date) : cell;
  if (text === '') return <span className={classes['none']}>–</span>;
  return (
    <bdi data-wrong={wrong || undefined} className={classes['value']}>
      {text}
    </bdi>
  );
}

/** What is wrong, or what the row does: for a fine whom it charges, and how much. */
function Outcome({ row: { problems, before, charge, cells } }: { row: CheckedRow }): JSX.Element {
  const { t } = useTexts();
  if (problems.length > 0) {
    return (
      <ul className={classes['problems']}>
        {problems.map(({ column, problem }) => (
          <li key={`${column} ${problem}`}>
            <IconAlertCircle size={16} aria-hidden />
            <span>
              {t(`imports.problem.${problem}`, { column: t(`imports.column.${column}`), cell: cells[column] ?? '' })}
            </span>
          </li>
        ))}
      </ul>
    );
  }
  if (charge === null && before) return <span className={classes['aside']}>{t('imports.rows.leftOut')}</span>;
  if (charge === null) {
    return (
      <span className={classes['fine']}>
        <IconCheck size={16} aria-hidden />
        {t('imports.rows.fine')}
      </span>
    );
  }
  const { userName, doubled, future, earlier } = charge;
  const amount = moneyText(charge.amount, 'rs');
  return (
    <span className={classes['charge']}>
      <span>
        <bdi>{userName}</bdi> · <strong>{amount}</strong>
      </span>
      {before && <small className={classes['aside']}>{t('imports.rows.twice')}</small>}
      {future && <small className={classes['aside']}>{t('imports.rows.inFuture')}</small>}
      {doubled && earlier !== null && (
        <small className={classes['aside']}>
          {t('common.fine.doubledAfter', { fineType: earlier.fineType, day: dayText(earlier.date) })}
        </small>
      )}
    </span>
  );
}

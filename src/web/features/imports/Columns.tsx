// Which column of the file has which meaning (FILE-2).
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { useId } from 'react';
import { type ImportColumn, type ImportKind, OPTIONAL_COLUMNS } from '../../../core/files/import-columns.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './imports.module.css';
import { type Choice, missingColumns, offeredColumns, unusedColumns } from './rows/rows.ts';

interface ColumnsProps {
  kind: ImportKind;
  choice: Choice;
  onChange: (column: ImportColumn, place: number | null) => void;
}

export function Columns({ kind, choice: { table, places }, onChange }: ColumnsProps): JSX.Element {
  const { t } = useTexts();
  const unusedLabel = useId();
  const missing = new Set(missingColumns(kind, places));
  const unused = unusedColumns(table, places);
  const named = (head: string, place: number): string =>
    head === '' ? t('imports.columns.unnamed', { place: place + 1 }) : head;
  const heads = table.heads.map((head, place) => ({
    value: String(place),
    label: named(head, place),
  }));
  return (
    <Card component="section" aria-label={t('imports.columns.label')} className={classes['columns'] ?? ''}>
      <h2 className={classes['title']}>{t('imports.columns.label')}</h2>
      <div className={classes['fields']}>
        {offeredColumns(kind, table, places).map((column) => (
          <NativeSelect
            key={column}
            label={t(`imports.column.${column}`)}
            required={!OPTIONAL_COLUMNS.has(column)}
            data={[{ value: '', label: t('imports.columns.none') }, ...heads]}
            value={String(places[column] ?? '')}
            onChange={({ currentTarget: { value } }) => onChange(column, value === '' ? null : Number(value))}
            error={missing.has(column) ? t('imports.columns.needed') : null}
          />
        ))}
      </div>
      {unused.length > 0 && (
        <div className={classes['unused']}>
          <span id={unusedLabel}>{t('imports.columns.unused')}</span>
          <ul aria-labelledby={unusedLabel}>
            {unused.map(({ place, head, example }) => (
              <li key={place}>
                <bdi>{named(head, place)}</bdi>
                {example !== '' && (
                  <small>
                    <bdi>{example}</bdi>
                  </small>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

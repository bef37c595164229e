// Which column of the file is which (FILE-2).
import { NativeSelect } from '@mantine/core';
import type { JSX } from 'react';
import { type ImportColumn, type ImportKind, OPTIONAL_COLUMNS } from '../../../core/files/import-columns.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './imports.module.css';
import { missingColumns, shownColumns, unusedHeads } from './rows.ts';
import type { Chosen } from './useImport.ts';

interface ColumnsProps {
  kind: ImportKind;
  chosen: Chosen;
  onChange: (column: ImportColumn, place: number | null) => void;
}

export function Columns({ kind, chosen: { table, places }, onChange }: ColumnsProps): JSX.Element {
  const { t } = useTexts();
  const missing = new Set(missingColumns(kind, places));
  const unused = unusedHeads(table, places);
  const heads = table.heads.map((head, place) => ({
    value: String(place),
    label: head === '' ? t('imports.columns.unnamed', { place: place + 1 }) : head,
  }));
  return (
    <Card component="section" aria-label={t('imports.columns.label')} className={classes['columns'] ?? ''}>
      <h2 className={classes['title']}>{t('imports.columns.label')}</h2>
      <div className={classes['fields']}>
        {shownColumns(kind, table, places).map((column) => (
          <NativeSelect
            key={column}
            size="md"
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
        <p className={classes['aside']}>{t('imports.columns.unused', { columns: unused.join(' · ') })}</p>
      )}
    </Card>
  );
}

// An example of a file to import: the heads and one possible row.
import type { CsvValue } from '../../../core/files/csv.ts';
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind, OWN_COLUMNS } from '../../../core/files/import-columns.ts';
import type { Translate } from '../../messages/index.ts';

export function templateOf(kind: ImportKind, t: Translate): CsvValue[][] {
  const example: Partial<Record<ImportColumn, CsvValue>> = {
    userName: t('imports.example.userName'),
    userEmail: 'ayesha@example.com',
    userRole: t('imports.example.userRole'),
    phone: '0300 1234567',
    status: t('common.status.Active'),
    member: 'ayesha@example.com',
    fineType: t('imports.example.fineType'),
    amount: '500',
    date: { day: '2026-11-20' },
    dueOn: { day: '2026-12-04' },
    description: t('imports.example.description'),
  };
  const columns = IMPORT_COLUMNS[kind].filter((column) => !OWN_COLUMNS[kind].has(column));
  return [columns.map((column) => t(`imports.column.${column}`)), columns.map((column) => example[column] ?? '')];
}

// "Export CSV" for a table that is complete on the page.
import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import type { JSX } from 'react';
import { csvOf } from '../../../core/files/csv.ts';
import { useTexts } from '../../messages/index.ts';
import { saveCsv } from '../../ui/lists/save-csv.ts';

interface SaveTableProps {
  /** the subject of the table */
  label: string;
  /** the name of the file */
  name: string;
  /** including the heads; numbers are rupees */
  rows: readonly (readonly (string | number)[])[];
}

export function SaveTable({ label, name, rows }: SaveTableProps): JSX.Element {
  const { t } = useTexts();
  return (
    <Button
      data-screen-only
      variant="default"
      size="sm"
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      aria-label={t('reports.save', { table: label })}
      onClick={() => saveCsv(`${name}.csv`, csvOf(rows))}
    >
      {t('common.exportCsv')}
    </Button>
  );
}

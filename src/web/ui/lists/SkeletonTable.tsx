// A placeholder for a table or list that is loading.
import { Skeleton } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from './lists.module.css';

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

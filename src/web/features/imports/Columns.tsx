// Which column of the file has which meaning (FILE-2).
import { Alert, Box, NativeSelect, Stack, Text } from '@mantine/core';
import { type JSX, useId } from 'react';
import { type ImportColumn, type ImportKind, OPTIONAL_COLUMNS } from '../../../core/files/import-columns.ts';
import { useTexts } from '../../messages/index.ts';
import { useGroups } from '../../ui/people/groups.ts';
import { Card } from '../../ui/layout/page.tsx';
import classes from './imports.module.css';
import { foldLetters } from '../../../core/text/letters.ts';
import { type Choice, missingColumns, offeredColumns, sharedHeads, unusedColumns } from './rows/rows.ts';

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
  const isHidden = new Set(table.hidden);
  const keys = table.heads.map(foldLetters);
  const named = (head: string, place: number): string => {
    const isShared = keys.filter((key) => key === keys[place]).length > 1;
    const name =
      head === ''
        ? t('imports.columns.unnamed', { place: place + 1 })
        : isShared
          ? t('imports.columns.placed', { head, place: place + 1 })
          : head;
    return isHidden.has(place) ? t('imports.columns.hiddenName', { head: name }) : name;
  };
  const hidden = unused.filter(({ place }) => isHidden.has(place));
  const shared = sharedHeads(table, places);
  const hasGroups = useGroups().length > 0;
  const offered = offeredColumns(kind, table, places).filter((column) => column !== 'group' || hasGroups);
  const heads = table.heads.map((head, place) => ({
    value: String(place),
    label: named(head, place),
  }));
  return (
    <Card component="section" aria-label={t('imports.columns.label')}>
      <Stack gap={12} py={16} px="var(--app-edge)">
        <Box component="h2" fz="md" fw={650}>
          {t('imports.columns.label')}
        </Box>
        <div className={classes['fields']}>
          {offered.map((column) => (
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
        {(hidden.length > 0 || shared.length > 0) && (
          <Alert color="yellow" role="status">
            {shared.map(({ head, count, place }) => (
              <p key={place} className={classes['text']}>
                {t('imports.columns.shared', { head, count, place: place + 1 })}
              </p>
            ))}
            {hidden.length > 0 && (
              <p className={classes['text']}>
                {t('imports.columns.hidden', {
                  columns: hidden.map(({ head, place }) => named(head, place)).join(' · '),
                })}
              </p>
            )}
          </Alert>
        )}
        {unused.length > 0 && (
          <Text component="div" className={classes['unused'] ?? ''} c="dimmed" fz="sm">
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
          </Text>
        )}
      </Stack>
    </Card>
  );
}

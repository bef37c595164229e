// Where the file is chosen, with a button or by dropping it, and the sheet of a workbook.
import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, type JSX, useRef, useState } from 'react';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../../core/limits.ts';
import { type Translate, useTexts } from '../../../messages/index.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import classes from '../imports.module.css';
import type { FileProblem } from './table.ts';
import type { Import } from '../useImport.ts';

export function FileField({ importing }: { importing: Import }): JSX.Element {
  const { t } = useTexts();
  const { file, sheet, choice, problem, busy } = importing;
  const several = file !== null && file.sheets.length > 1;
  const resetFile = useRef<() => void>(null);
  const [over, setOver] = useState(false);
  const choose = (given: File | null | undefined): void => {
    // So that the same file can be chosen again after it was corrected.
    resetFile.current?.();
    if (!given) return;
    if (busy === 'saving') toast.info(t('imports.file.busy'));
    else void importing.choose(given);
  };
  const onDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files.item(0));
  };
  return (
    <Card
      component="section"
      aria-label={t('imports.file.label')}
      className={classes['file'] ?? ''}
      data-over={over || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Stack gap={12} py={16} px="var(--app-edge)">
        <Group gap="8px 16px">
          <FileButton
            resetRef={resetFile}
            accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
            onChange={choose}
          >
            {(props) => (
              <Button
                {...props}
                variant={file === null ? 'filled' : 'default'}
                leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
                {...busyButton(busy === 'saving')}
              >
                {t(file === null ? 'imports.file.choose' : 'imports.file.replace')}
              </Button>
            )}
          </FileButton>
          <Text className={classes['text'] ?? ''} c="dimmed" fz="sm" role="status">
            {file === null ? (
              t(busy === 'reading' ? 'imports.file.reading' : 'imports.file.hint')
            ) : (
              <>
                <bdi>{file.name}</bdi>
                {choice !== null && (
                  <>
                    {' · '}
                    {t('imports.file.rows', { count: choice.table.rows.length })}
                    {choice.table.headRow > 1 && <> · {t('imports.file.heads', { row: choice.table.headRow })}</>}
                    {choice.table.headRow === 0 && <> · {t('imports.file.noHeads')}</>}
                  </>
                )}
              </>
            )}
          </Text>
        </Group>
        {several && (
          <NativeSelect
            maw={320}
            label={t('imports.file.sheet')}
            description={t('imports.file.sheets', { count: file.sheets.length })}
            data={file.sheets.map(({ name }, place) => ({ value: String(place), label: name }))}
            value={String(sheet)}
            disabled={busy === 'saving'}
            onChange={({ currentTarget: { value } }) => importing.chooseSheet(Number(value))}
          />
        )}
        {file?.hidden !== undefined && (
          <Alert color="yellow" role="status">
            {t('imports.file.hiddenSheets', { sheets: file.hidden.join(' · ') })}
          </Alert>
        )}
        {file?.guessed === true && <Alert color="yellow">{t('imports.file.guessed')}</Alert>}
        {problem !== null && (
          <Alert color="red" role="alert">
            {fileSentence(problem, t)}
          </Alert>
        )}
      </Stack>
    </Card>
  );
}

const fileSentence = (problem: FileProblem, t: Translate): string =>
  t(`imports.file.problem.${problem.problem}`, {
    max:
      problem.problem === 'too-large'
        ? MAX_IMPORT_SIZE / 1024 / 1024
        : problem.problem === 'too-many-columns'
          ? MAX_IMPORT_COLUMNS
          : MAX_IMPORT_ROWS,
    row: 'number' in problem ? problem.number : 0,
  });

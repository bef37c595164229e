// Where the file is chosen: a button, and a place to drop it.
import { Alert, Button, FileButton } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import type { DragEvent, JSX } from 'react';
import { useRef, useState } from 'react';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../core/limits.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './imports.module.css';
import type { FileProblem } from './read-file.ts';
import type { Import } from './useImport.ts';

export function FileField({ importing }: { importing: Import }): JSX.Element {
  const { t } = useTexts();
  const { chosen, problem, busy } = importing;
  const resetFile = useRef<() => void>(null);
  const [over, setOver] = useState(false);
  const choose = (file: File | null | undefined): void => {
    // The same file can then be chosen again, after it was mended.
    resetFile.current?.();
    if (file && busy === null) void importing.choose(file);
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
      <div className={classes['chooser']}>
        <FileButton
          resetRef={resetFile}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
          onChange={choose}
        >
          {(props) => (
            <Button
              {...props}
              variant={chosen === null ? 'filled' : 'default'}
              leftSection={<IconFileTypeCsv size={18} aria-hidden />}
              {...busyButton(busy !== null)}
            >
              {t(chosen === null ? 'imports.file.choose' : 'imports.file.replace')}
            </Button>
          )}
        </FileButton>
        <p className={classes['aside']}>
          {chosen === null ? (
            t('imports.file.hint')
          ) : (
            <>
              <bdi>{chosen.table.name}</bdi> · {t('imports.file.rows', { count: chosen.table.rows.length })}
              {chosen.table.headRow > 1 && <> · {t('imports.file.heads', { row: chosen.table.headRow })}</>}
            </>
          )}
        </p>
      </div>
      {chosen?.table.guessed === true && <Alert color="yellow">{t('imports.file.guessed')}</Alert>}
      {problem !== null && (
        <Alert color="red" role="alert">
          {fileSentence(problem, t)}
        </Alert>
      )}
    </Card>
  );
}

const fileSentence = (problem: FileProblem, t: Translate): string =>
  t(`imports.file.problem.${problem.problem}`, {
    max: problem.problem === 'too-large' ? MAX_IMPORT_SIZE / 1024 / 1024 : MAX_IMPORT_ROWS,
    row: 'number' in problem ? problem.number : 0,
  });

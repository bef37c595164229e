// Says that the file, or rows of it, were imported before, and asks whether to import them again (FILE-6).
import { Alert, Checkbox } from '@mantine/core';
import type { JSX } from 'react';
import type { ImportKind } from '../../../core/files/import-columns.ts';
import { useSession } from '../../api/session.ts';
import { instantText, personText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './imports.module.css';
import type { CheckedRow } from './rows/rows.ts';
import type { Import } from './useImport.ts';
import type { Said } from './useRemote.ts';

interface ImportedBeforeProps {
  kind: ImportKind;
  importing: Import;
  rows: readonly CheckedRow[];
  said: Said;
}

export function ImportedBefore({ kind, importing, rows, said }: ImportedBeforeProps): JSX.Element | null {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const file = said.check.importedBefore;
  const before = rows.filter((row) => row.before);
  if (file === null && before.length === 0) return null;
  const again = before.filter(({ ticked }) => ticked).length;
  const title = file === null ? t('imports.before.rows', { count: before.length }) : t('imports.before.title');
  return (
    <Alert color="yellow" role="alert" title={title}>
      <p className={classes['text']}>
        {file === null
          ? t('imports.before.leftOut')
          : t(`imports.before.${kind}`, { when: instantText(file.at, timeZone), who: personText(file.by) })}
      </p>
      <Checkbox
        label={t('imports.before.again')}
        checked={kind === 'users' ? importing.choice?.again === true : again > 0 && again === before.length}
        indeterminate={again > 0 && again < before.length}
        onChange={(event) => importing.setAgain(event.currentTarget.checked)}
      />
    </Alert>
  );
}

// What importing would do, or why it is not possible yet, and the button that imports.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import type { ImportKind } from '../../../core/files/import-columns.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { moneyText } from '../../ui/money/Money.tsx';
import classes from './imports.module.css';
import { type CheckedRow, isWrong } from './rows/rows.ts';
import type { Import } from './useImport.ts';
import type { Said } from './useRemote.ts';

interface ImportBarProps {
  kind: ImportKind;
  importing: Import;
  rows: readonly CheckedRow[];
  said: Said;
}

export function ImportBar({ kind, importing, rows, said }: ImportBarProps): JSX.Element {
  const { t } = useTexts();
  const { busy, current, choice } = importing;
  const wrong = rows.filter(isWrong);
  const ticked = rows.filter((row) => row.ticked);
  // A whole file of users that was imported before is imported only if the person chooses to import it again.
  const known = kind === 'users' && said.check.importedBefore !== null && choice?.again !== true;
  const ready = wrong.length === 0 && ticked.length > 0 && !known;
  const waiting = busy !== null || !current;
  return (
    <div className={classes['bar']}>
      <div role="status" className={classes['outcome']}>
        {ticked.length < rows.length && (
          <p>{t('imports.some', { ticked: ticked.length, count: rows.length, out: rows.length - ticked.length })}</p>
        )}
        {outcome(kind, rows, said, t).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className={classes['actions']}>
        {wrong.length > 0 && wrong.length < ticked.length && (
          <Button
            variant="default"
            {...busyButton(busy === 'saving')}
            onClick={() =>
              busy === 'saving' ||
              importing.tick(
                wrong.map(({ row }) => row),
                false,
              )
            }
          >
            {t('imports.leaveOut', { count: wrong.length })}
          </Button>
        )}
        <Button disabled={!ready} {...busyButton(waiting)} onClick={() => waiting || void importing.save()}>
          {busy === 'saving' ? t('common.wait') : t(`imports.${kind}.save`, { count: ticked.length })}
        </Button>
      </div>
    </div>
  );
}

function outcome(kind: ImportKind, rows: readonly CheckedRow[], { check }: Said, t: Translate): string[] {
  const wrong = rows.filter(isWrong).length;
  if (wrong > 0) return [t('imports.notYet', { count: wrong })];
  const ticked = rows.filter((row) => row.ticked);
  if (ticked.length === 0) return rows.every(({ before }) => before) ? [t('imports.before.nothingNew')] : [];
  if (check.fines === null) return [t(`imports.${kind}.outcome`, { count: ticked.length })];
  const countOf = (of: (row: CheckedRow) => boolean | undefined): number =>
    ticked.filter((row) => of(row) === true).length;
  const doubled = countOf(({ charge }) => charge?.doubled);
  const future = countOf(({ charge }) => charge?.future);
  const same = countOf((row) => row.same !== null);
  const twice = countOf(({ before }) => before);
  const skipped = rows.filter((row) => row.before).length - twice;
  return [
    [
      t('imports.fines.outcome', { count: ticked.length, amount: moneyText(check.fines.total, 'rs') }),
      ...(doubled === 0 ? [] : [t('imports.fines.doubled', { count: doubled })]),
      ...(same === 0 ? [] : [t('imports.fines.same', { count: same })]),
      ...(future === 0 ? [] : [t('imports.fines.future', { count: future })]),
      ...(skipped === 0 ? [] : [t('imports.before.skipped', { count: skipped })]),
      ...(twice === 0 ? [] : [t('imports.before.twice', { count: twice })]),
    ].join(' '),
  ];
}

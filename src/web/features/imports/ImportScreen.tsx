// "Import" (FILE-1 to FILE-7): a file is chosen, its columns are matched, its rows checked and shown, and then all imported.
import { Alert, Button, Checkbox } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useRef } from 'react';
import { csvOf, type CsvValue } from '../../../core/files/csv.ts';
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind, OWN_COLUMNS } from '../../../core/files/import-columns.ts';
import { instantText, personText } from '../../messages/formats.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import { usePath } from '../../routing/location.ts';
import { PATHS } from '../../routing/paths.ts';
import { useSession } from '../../api/session.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { saveCsv } from '../../ui/lists/save-csv.ts';
import { Screen } from '../../ui/layout/Screen.tsx';
import { Columns } from './Columns.tsx';
import { FileField } from './FileField.tsx';
import classes from './imports.module.css';
import { type CheckedRow, checkedRows, shownColumns } from './rows.ts';
import { RowsCard } from './RowsCard.tsx';
import { type Import, useImport } from './useImport.ts';

export default function ImportScreen(): JSX.Element {
  const kind: ImportKind = usePath() === PATHS.importFines ? 'fines' : 'users';
  // Another kind is another import.
  return <ImportOf key={kind} kind={kind} />;
}

function ImportOf({ kind }: { kind: ImportKind }): JSX.Element {
  const { t } = useTexts();
  const importing = useImport(kind);
  const { chosen, failure, done } = importing;
  return (
    <Screen>
      <PageHeader
        title={t(`imports.${kind}.title`)}
        subtitle={t(`imports.${kind}.subtitle`)}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => saveCsv(`${kind}.csv`, csvOf(templateOf(kind, t)))}
          >
            {t('imports.template')}
          </Button>
        }
      />
      {done === null ? (
        <FileField importing={importing} />
      ) : (
        <Done kind={kind} count={done} onAnother={importing.startOver} />
      )}
      {failure !== null && (
        <Alert color="red" role="alert" title={t('imports.failed')}>
          <p className={classes['text']}>{failure}</p>
          {chosen !== null && chosen.check === null && importing.busy === null && (
            <Button variant="default" onClick={importing.checkAgain}>
              {t('common.tryAgain')}
            </Button>
          )}
        </Alert>
      )}
      {chosen !== null && (
        <>
          <Columns kind={kind} chosen={chosen} onChange={importing.setColumn} />
          <Rows kind={kind} importing={importing} />
        </>
      )}
    </Screen>
  );
}

/** The heads, and a row as it could be. */
function templateOf(kind: ImportKind, t: Translate): CsvValue[][] {
  const example: Record<ImportColumn, CsvValue> = {
    userName: t('imports.example.userName'),
    userEmail: 'ayesha@example.com',
    userRole: t('imports.example.userRole'),
    phone: '0300 1234567',
    status: t('common.status.Active'),
    member: 'ayesha@example.com',
    fineType: t('imports.example.fineType'),
    amount: '500',
    date: { day: '2026-11-20' },
    description: t('imports.example.description'),
    id: '',
    paid: '',
    paidOn: '',
    waived: '',
    mistake: '',
  };
  const columns = IMPORT_COLUMNS[kind].filter((column) => !OWN_COLUMNS[kind].has(column));
  return [columns.map((column) => t(`imports.column.${column}`)), columns.map((column) => example[column])];
}

function Done(props: { kind: ImportKind; count: number; onAnother: () => void }): JSX.Element {
  const { t } = useTexts();
  const { kind, count } = props;
  const place = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => place.current?.focus(), []);
  return (
    <Card ref={place} tabIndex={-1} role="status">
      <EmptyState
        icon={<IconCircleCheck />}
        title={t(`imports.${kind}.done`, { count })}
        action={
          <div className={classes['actions']}>
            <LinkButton to={kind === 'fines' ? PATHS.fines : PATHS.users}>{t(`imports.${kind}.show`)}</LinkButton>
            <Button variant="default" onClick={props.onAnother}>
              {t('imports.another')}
            </Button>
          </div>
        }
      />
    </Card>
  );
}

/** What the check said, the rows, and the button that imports them. */
function Rows({ kind, importing }: { kind: ImportKind; importing: Import }): JSX.Element | null {
  const { t } = useTexts();
  const { chosen, busy } = importing;
  if (chosen === null) return null;
  const { table, places, again, check } = chosen;
  if (check === null) {
    return busy === 'checking' ? (
      <p role="status" className={classes['text']}>
        {t('imports.checking', { count: table.rows.length })}
      </p>
    ) : null;
  }
  const rows = checkedRows(kind, table, places, check);
  const count = countOf(rows, check, again);
  const ready = check.problems.length === 0 && count > 0;
  return (
    <>
      <Before kind={kind} importing={importing} check={check} again={again} />
      <RowsCard key={chosen.key} columns={shownColumns(kind, table, places)} rows={rows} />
      <div className={classes['bar']}>
        <p role="status" className={classes['outcome']}>
          {outcome(kind, rows.length, check, again, t)}
        </p>
        <Button disabled={!ready} {...busyButton(busy !== null)} onClick={() => busy === null && void importing.save()}>
          {busy === 'saving'
            ? t('common.wait')
            : t(`imports.${kind}.save`, { count: count === 0 ? rows.length : count })}
        </Button>
      </div>
    </>
  );
}

type CheckOf = NonNullable<NonNullable<Import['chosen']>['check']>;

/** Rows that would be imported if none had a problem. A whole file of users that was imported before is only imported again. */
function countOf(rows: readonly CheckedRow[], { importedBefore, before, fines }: CheckOf, again: boolean): number {
  if (again) return rows.length;
  return fines === null && importedBefore !== null ? 0 : rows.length - before.length;
}

/** That the file, or rows of it, were imported before, and whether they are imported again. */
function Before(props: { kind: ImportKind; importing: Import; check: CheckOf; again: boolean }): JSX.Element | null {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const { importedBefore: file, before } = props.check;
  if (file === null && before.length === 0) return null;
  const title = file === null ? t('imports.before.rows', { count: before.length }) : t('imports.before.title');
  return (
    <Alert color="yellow" role="alert" title={title}>
      <p className={classes['text']}>
        {file === null
          ? t('imports.before.leftOut')
          : t(`imports.before.${props.kind}`, { when: instantText(file.at, timeZone), who: personText(file.by) })}
      </p>
      <Checkbox
        label={t('imports.before.again')}
        checked={props.again}
        onChange={(event) => props.importing.setAgain(event.currentTarget.checked)}
      />
    </Alert>
  );
}

/** What importing would do, or that it cannot be done yet. */
function outcome(kind: ImportKind, count: number, check: CheckOf, again: boolean, t: Translate): string {
  const { problems, fines, before } = check;
  const wrong = new Set(problems.map(({ row }) => row)).size;
  if (wrong > 0) return t('imports.notYet', { count: wrong });
  if (fines === null) return t(`imports.${kind}.outcome`, { count });
  const leftOut = again ? 0 : before.length;
  if (leftOut === count) return t('imports.before.nothingNew');
  const charged = fines.charges.flatMap((charge) => charge ?? []);
  const doubled = charged.filter((charge) => charge.doubled).length;
  const future = charged.filter((charge) => charge.future).length;
  return [
    t('imports.fines.outcome', { count: charged.length, amount: moneyText(fines.total, 'rs') }),
    ...(doubled === 0 ? [] : [t('imports.fines.doubled', { count: doubled })]),
    ...(future === 0 ? [] : [t('imports.fines.future', { count: future })]),
    ...(leftOut === 0 ? [] : [t('imports.before.skipped', { count: leftOut })]),
    ...(again && before.length > 0 ? [t('imports.before.twice', { count: before.length })] : []),
  ].join(' ');
}

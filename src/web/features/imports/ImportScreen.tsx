// "Import" (FILE-1 to FILE-7): a file is chosen, its columns are matched, its rows checked and shown, and then all imported.
import { Alert, Button, Checkbox } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useRef, useState } from 'react';
import { csvOf } from '../../../core/csv.ts';
import { IMPORT_COLUMNS, type ImportColumn, type ImportKind } from '../../../core/import-rows.ts';
import { instantText } from '../../messages/formats.ts';
import { type Translate, useTexts } from '../../messages/index.ts';
import { usePath } from '../../location.ts';
import { PATHS } from '../../paths.ts';
import { useSession } from '../../api/session.ts';
import { busyButton } from '../../ui/busy-button.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { moneyText } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { saveCsv } from '../../ui/save-csv.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Columns } from './Columns.tsx';
import { FileField } from './FileField.tsx';
import classes from './imports.module.css';
import { checkedRows } from './rows.ts';
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
function templateOf(kind: ImportKind, t: Translate): string[][] {
  const example: Record<ImportColumn, string> = {
    userName: t('imports.example.userName'),
    userEmail: 'ayesha@example.com',
    userRole: t('imports.example.userRole'),
    phone: '0300 1234567',
    status: t('common.status.Active'),
    member: 'ayesha@example.com',
    fineType: t('imports.example.fineType'),
    amount: '500',
    date: '2026-11-20',
    description: t('imports.example.description'),
  };
  const columns = IMPORT_COLUMNS[kind];
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
  const { timeZone } = useSession().organisation;
  const { chosen, busy } = importing;
  const [again, setAgain] = useState(false);
  if (chosen === null) return null;
  const { table, places, check } = chosen;
  if (check === null) {
    return busy === 'checking' ? (
      <p role="status" className={classes['text']}>
        {t('imports.checking', { count: table.rows.length })}
      </p>
    ) : null;
  }
  const rows = checkedRows(kind, table, places, check);
  const before = check.importedBefore;
  const ready = check.problems.length === 0 && (before === null || again);
  return (
    <>
      {before !== null && (
        <Alert color="yellow" role="alert" title={t('imports.before.title')}>
          <p className={classes['text']}>
            {t(`imports.before.${kind}`, { when: instantText(before.at, timeZone), who: before.by })}
          </p>
          <Checkbox
            label={t('imports.before.again')}
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        </Alert>
      )}
      <RowsCard key={chosen.key} kind={kind} rows={rows} />
      <div className={classes['bar']}>
        <p role="status" className={classes['outcome']}>
          {outcome(kind, rows.length, check, t)}
        </p>
        <Button
          disabled={!ready}
          {...busyButton(busy !== null)}
          onClick={() => busy === null && void importing.save(again)}
        >
          {busy === 'saving' ? t('common.wait') : t(`imports.${kind}.save`, { count: rows.length })}
        </Button>
      </div>
    </>
  );
}

type CheckOf = NonNullable<NonNullable<Import['chosen']>['check']>;

/** In one sentence, what importing would do, or that it cannot be done yet. */
function outcome(kind: ImportKind, count: number, { problems, fines }: CheckOf, t: Translate): string {
  const wrong = new Set(problems.map(({ row }) => row)).size;
  if (wrong > 0) return t('imports.notYet', { count: wrong });
  if (fines === null) return t(`imports.${kind}.outcome`, { count });
  const doubled = fines.charges.filter((charge) => charge?.doubled === true).length;
  const sum = t('imports.fines.outcome', { count, amount: moneyText(fines.total, 'rs') });
  return doubled === 0 ? sum : `${sum} ${t('imports.fines.doubled', { count: doubled })}`;
}

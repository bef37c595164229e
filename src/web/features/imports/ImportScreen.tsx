// "Import" (FILE-1 to FILE-14): the person chooses a file, matches its columns, and corrects or leaves out rows that
// the check reports. Then all ticked rows are imported, or none.
import { Alert, Button } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useEffect, useMemo, useRef } from 'react';
import { createSignInLinks } from '../../../contract/sign-in/sign-in-links.ts';
import { csvOf } from '../../../core/files/csv.ts';
import type { ImportKind } from '../../../core/files/import-columns.ts';
import { useTexts } from '../../messages/index.ts';
import { usePath } from '../../routing/location.ts';
import { PATHS, SIGN_IN_LINKS } from '../../routing/paths.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FormNotices } from '../../ui/forms/FormNotices.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { BackLink } from '../../ui/layout/BackLink.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { saveCsv } from '../../ui/lists/save-csv.ts';
import { Columns } from './Columns.tsx';
import { FileField } from './file/FileField.tsx';
import { ImportBar } from './ImportBar.tsx';
import { ImportedBefore } from './ImportedBefore.tsx';
import classes from './imports.module.css';
import { checkedRows, NOTHING_KNOWN, takenColumns } from './rows/rows.ts';
import { RowsCard } from './rows/RowsCard.tsx';
import { templateOf } from './template.ts';
import { type Import, useImport } from './useImport.ts';

export default function ImportScreen(): JSX.Element {
  const kind: ImportKind = usePath() === PATHS.importFines ? 'fines' : 'users';
  // The other kind is a separate import.
  return <ImportOf key={kind} kind={kind} />;
}

function ImportOf({ kind }: { kind: ImportKind }): JSX.Element {
  const { t } = useTexts();
  const importing = useImport(kind);
  const { choice, failure, done, busy } = importing;
  return (
    <Screen>
      <PageHeader
        title={t(`imports.${kind}.title`)}
        subtitle={t(`imports.${kind}.subtitle`)}
        back={<BackLink to={PATHS[kind]} label={t(`shell.${kind}`)} />}
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
      <FormNotices
        form={{
          restored: importing.restored,
          unanswered: false,
          busy: busy === 'saving',
          discard: importing.startOver,
        }}
      />
      {done === null ? (
        <FileField importing={importing} />
      ) : (
        <Done kind={kind} done={done} onAnother={importing.startOver} />
      )}
      {choice !== null && (
        <>
          <Columns kind={kind} choice={choice} onChange={importing.setColumn} />
          <Rows kind={kind} importing={importing} />
        </>
      )}
      {failure !== null && (
        <Alert color="red" role="alert" title={t('imports.failed')}>
          <p className={classes['text']}>{failure}</p>
          {choice !== null && !importing.current && busy === null && (
            <Button variant="default" onClick={importing.checkAgain}>
              {t('common.tryAgain')}
            </Button>
          )}
        </Alert>
      )}
    </Screen>
  );
}

function Done(props: { kind: ImportKind; done: NonNullable<Import['done']>; onAnother: () => void }): JSX.Element {
  const { t } = useTexts();
  const { kind, done } = props;
  const place = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => place.current?.focus(), []);
  return (
    <Card ref={place} tabIndex={-1} role="status">
      <EmptyState
        icon={<IconCircleCheck />}
        title={t(`imports.${kind}.done`, { count: done.imported })}
        text={done.leftOut > 0 ? t('imports.leftOut', { count: done.leftOut }) : undefined}
        action={
          <div className={classes['actions']}>
            <LinkButton to={kind === 'fines' ? PATHS.fines : PATHS.users}>{t(`imports.${kind}.show`)}</LinkButton>
            {kind === 'users' && (
              <Allowed to={createSignInLinks}>
                <LinkButton to={SIGN_IN_LINKS} variant="default">
                  {t('users.links.send')}
                </LinkButton>
              </Allowed>
            )}
            <Button variant="default" onClick={props.onAnother}>
              {t('imports.another')}
            </Button>
          </div>
        }
      />
    </Card>
  );
}

/** The rows with the results of the check, and the button that imports the ticked ones. */
function Rows({ kind, importing }: { kind: ImportKind; importing: Import }): JSX.Element | null {
  const { t } = useTexts();
  const { choice, said, busy, file, sheet } = importing;
  const known = said?.known ?? NOTHING_KNOWN;
  const rows = useMemo(() => (choice === null ? [] : checkedRows(kind, choice, known)), [kind, choice, known]);
  if (choice === null) return null;
  if (said === null) {
    return busy === 'checking' ? (
      <p role="status" className={classes['text']}>
        {t('imports.checking', { count: choice.table.rows.length })}
      </p>
    ) : null;
  }
  return (
    <>
      <ImportedBefore kind={kind} importing={importing} rows={rows} said={said} />
      <RowsCard
        key={JSON.stringify([file?.name, sheet, choice.places])}
        columns={takenColumns(kind, choice.places)}
        rows={rows}
        importing={importing}
      />
      <ImportBar kind={kind} importing={importing} rows={rows} said={said} />
    </>
  );
}

// "Import" (FILE-1 to FILE-14): the person chooses a file, matches its columns, and corrects or leaves out rows that
// the check reports. Then all ticked rows are imported, or none.
import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { type JSX, useEffect, useMemo, useRef } from 'react';
import { createSignInLinks } from '../../../contract/sign-in/sign-in-links.ts';
import { csvOf, type CsvValue } from '../../../core/files/csv.ts';
import { type ImportKind, IMPORT_COLUMNS, type ImportColumn, OWN_COLUMNS } from '../../../core/files/import-columns.ts';
import { useTexts, type Translate } from '../../messages/index.ts';
import type { GroupNames } from '../../../core/people/group.ts';
import { useGroups } from '../../ui/people/groups.ts';
import { usePath } from '../../routing/location.ts';
import { PATHS, SIGN_IN_LINKS } from '../../routing/paths.ts';
import { Allowed, busyButton, LinkButton } from '../../ui/controls/buttons.tsx';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { FormNotices } from '../../ui/forms/FormSheet.tsx';
import { Card, PageHeader, Screen } from '../../ui/layout/page.tsx';
import { BackLink } from '../../ui/layout/BackLink.tsx';
import { saveCsv } from '../../ui/lists/list-tools.tsx';
import { Columns } from './Columns.tsx';
import { FileField } from './file/FileField.tsx';
import { ActorLink } from '../../ui/people/people.tsx';
import { WithNames } from '../../ui/people/WithNames.tsx';
import classes from './imports.module.css';
import { checkedRows, NOTHING_KNOWN, takenColumns, type CheckedRow, isWrong } from './rows/rows.ts';
import { RowsCard } from './rows/RowsCard.tsx';
import { type Import, useImport } from './useImport.ts';
import { useSession } from '../../api/session.ts';
import { groupText, instantText } from '../../messages/formats.ts';
import type { CheckAnswer } from './useRemote.ts';
import { moneyText } from '../../ui/money/money.tsx';

export default function ImportScreen(): JSX.Element {
  const kind: ImportKind = usePath() === PATHS.importFines ? 'fines' : 'users';
  // The other kind is a separate import.
  return <ImportOf key={kind} kind={kind} />;
}

function ImportOf({ kind }: { kind: ImportKind }): JSX.Element {
  const { t } = useTexts();
  const groups = useGroups();
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
            onClick={() => saveCsv(`${kind}.csv`, csvOf(templateOf(kind, t, groups[0])))}
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
          <Group justify="center" gap="8px 16px">
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
          </Group>
        }
      />
    </Card>
  );
}

/** The rows with the results of the check, and the button that imports the ticked ones. */
function Rows({ kind, importing }: { kind: ImportKind; importing: Import }): JSX.Element | null {
  const { t } = useTexts();
  const { choice, answer, busy, file, sheet } = importing;
  const known = answer?.known ?? NOTHING_KNOWN;
  const rows = useMemo(() => (choice === null ? [] : checkedRows(kind, choice, known)), [kind, choice, known]);
  if (choice === null) return null;
  if (answer === null) {
    return busy === 'checking' ? (
      <p role="status" className={classes['text']}>
        {t('imports.checking', { count: choice.table.rows.length })}
      </p>
    ) : null;
  }
  return (
    <>
      <ImportedBefore kind={kind} importing={importing} rows={rows} answer={answer} />
      <RowsCard
        key={JSON.stringify([file?.name, sheet, choice.places])}
        columns={takenColumns(kind, choice.places)}
        rows={rows}
        importing={importing}
      />
      <ImportBar kind={kind} importing={importing} rows={rows} answer={answer} />
    </>
  );
}

// An example of a file to import: the heads and one possible row.

function templateOf(kind: ImportKind, t: Translate, group: GroupNames | undefined): CsvValue[][] {
  const example: Partial<Record<ImportColumn, CsvValue>> = {
    userName: t('imports.example.userName'),
    userEmail: 'ayesha@example.com',
    userRole: t('imports.example.userRole'),
    phone: '0300 1234567',
    ...(group !== undefined && { group: groupText(group) }),
    status: t('common.status.Active'),
    member: 'ayesha@example.com',
    fineType: t('imports.example.fineType'),
    amount: '500',
    date: { day: '2026-11-20' },
    dueOn: { day: '2026-12-04' },
    description: t('imports.example.description'),
  };
  const columns = IMPORT_COLUMNS[kind].filter(
    (column) => !OWN_COLUMNS[kind].has(column) && (column !== 'group' || group !== undefined),
  );
  return [columns.map((column) => t(`imports.column.${column}`)), columns.map((column) => example[column] ?? '')];
}

// Says that the file, or rows of it, were imported before, and asks whether to import them again (FILE-6).

interface ImportedBeforeProps {
  kind: ImportKind;
  importing: Import;
  rows: readonly CheckedRow[];
  answer: CheckAnswer;
}

function ImportedBefore({ kind, importing, rows, answer }: ImportedBeforeProps): JSX.Element | null {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const file = answer.check.importedBefore;
  const before = rows.filter((row) => row.before);
  if (file === null && before.length === 0) return null;
  const again = before.filter(({ ticked }) => ticked).length;
  const title = file === null ? t('imports.before.rows', { count: before.length }) : t('imports.before.title');
  return (
    <Alert color="yellow" role="alert" title={title}>
      <p className={classes['text']}>
        {file === null ? (
          t('imports.before.leftOut')
        ) : (
          <WithNames
            say={(who = '') => t(`imports.before.${kind}`, { when: instantText(file.at, timeZone), who })}
            names={[<ActorLink key="who" who={file.by} inText />]}
          />
        )}
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

// What importing would do, or why it is not possible yet, and the button that imports.

interface ImportBarProps {
  kind: ImportKind;
  importing: Import;
  rows: readonly CheckedRow[];
  answer: CheckAnswer;
}

function ImportBar({ kind, importing, rows, answer }: ImportBarProps): JSX.Element {
  const { t } = useTexts();
  const { busy, current, choice } = importing;
  const wrong = rows.filter(isWrong);
  const ticked = rows.filter((row) => row.ticked);
  // A whole file of users that was imported before is imported only if the person chooses to import it again.
  const known = kind === 'users' && answer.check.importedBefore !== null && choice?.again !== true;
  const ready = wrong.length === 0 && ticked.length > 0 && !known;
  const waiting = busy !== null || !current;
  return (
    <Group className={classes['bar'] ?? ''} justify="space-between" gap={12}>
      <Text component="div" role="status" className={classes['text'] ?? ''} fw={600}>
        {ticked.length < rows.length && (
          <p>{t('imports.some', { ticked: ticked.length, count: rows.length, out: rows.length - ticked.length })}</p>
        )}
        {outcome(kind, rows, answer, t).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Text>
      <Group className={classes['actions'] ?? ''} flex="1 1 auto" justify="end" gap="8px 16px">
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
      </Group>
    </Group>
  );
}

function outcome(kind: ImportKind, rows: readonly CheckedRow[], { check }: CheckAnswer, t: Translate): string[] {
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

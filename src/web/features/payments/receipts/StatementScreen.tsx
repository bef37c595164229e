// A member's statement, on the screen, on paper and as CSV (STATE-5).
import { Alert, Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import { exportStatement } from '../../../../contract/exports.ts';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { readStatement, type Statement, type StatementLine } from '../../../../contract/money/statements.ts';
import { type CalendarDay, isCalendarDay, parseDay } from '../../../../core/calendar.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { replaceAddress, useAddress } from '../../../routing/location.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { statementPath, userOfStatement } from '../../../routing/paths.ts';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Screen } from '../../../ui/layout/Screen.tsx';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { usePaper } from '../../../ui/layout/usePaper.ts';
import { useState } from 'react';
import { OrganisationHead } from '../../../ui/layout/OrganisationHead.tsx';
import { LineDue, OverdueRow } from './StatementDue.tsx';
import classes from './statement.module.css';

export default function StatementScreen(): JSX.Element {
  const { t } = useTexts();
  const { path, search } = useAddress();
  const userId = userOfStatement(path) ?? '';
  const [from, to] = ['from', 'to'].map((name) => dayIn(search.get(name)));
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const query = useRead(readStatement, { params: { userId }, query: period });
  const organisation = useRead(readOrganisation, {});
  const statement = query.data;
  const show = (change: { from?: CalendarDay | undefined; to?: CalendarDay | undefined }): void => {
    const wanted = Object.entries({ from, to, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const asked = new URLSearchParams(wanted).toString();
    replaceAddress(`${statementPath(userId)}${asked === '' ? '' : `?${asked}`}`);
  };
  return (
    <Screen>
      <div data-screen-only>
        <PageHeader
          title={t('payments.statement.title')}
          actions={
            statement !== undefined && (
              <>
                <ExportButton of={exportStatement} input={{ params: { userId }, query: period }} />
                <Button
                  disabled={query.isPlaceholderData}
                  leftSection={<IconPrinter size={18} aria-hidden />}
                  onClick={() => print()}
                >
                  {t('payments.receipt.print')}
                </Button>
              </>
            )
          }
        />
        <div className={classes['period']}>
          <Day key={`from ${from}`} label={t('payments.filter.from')} day={from} onDay={(day) => show({ from: day })} />
          <Day key={`to ${to}`} label={t('payments.filter.to')} day={to} onDay={(day) => show({ to: day })} />
        </div>
      </div>
      <Card className={classes['paper'] ?? ''}>
        {statement !== undefined && organisation.data !== undefined ? (
          <>
            <OrganisationHead organisation={organisation.data} />
            <Lines statement={statement} />
          </>
        ) : query.isError ? (
          <Alert color="red" role="alert">
            <p className={classes['text']}>{t('payments.statement.failed', { reason: reasonOf(query.error, t) })}</p>
            <Button variant="default" onClick={() => void query.refetch()}>
              {t('common.tryAgain')}
            </Button>
          </Alert>
        ) : (
          <SkeletonTable rows={6} columns={4} />
        )}
      </Card>
    </Screen>
  );
}

const dayIn = (text: string | null): CalendarDay | undefined =>
  text !== null && isCalendarDay(text) ? text : undefined;

function Day(props: {
  label: string;
  day: CalendarDay | undefined;
  onDay: (day: CalendarDay | undefined) => void;
}): JSX.Element {
  const { label, day, onDay } = props;
  const { today } = useSession().organisation;
  const [typed, setTyped] = useState(day === undefined ? '' : dayText(day));
  return (
    <DayInput
      label={label}
      today={today}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const parsed = parseDay(text, today);
        if (text.trim() === '') onDay(undefined);
        else if (parsed !== null && dayText(parsed) === text) onDay(parsed);
      }}
    />
  );
}

type Translate = ReturnType<typeof useTexts>['t'];

function wordsOf({ kind, fineType, number, method, reason }: StatementLine, t: Translate): string {
  const what = [fineType, number ?? '', method === null ? '' : t(`common.method.${method}`)].filter(
    (text) => text !== '',
  );
  return (
    [t(`payments.statement.kind.${kind}`), ...what].join(' · ') + (reason === '' ? '' : `: ${recordedText(reason)}`)
  );
}

/** With its head on each page of paper. */
function Lines({ statement }: { statement: Statement }): JSX.Element {
  const { t } = useTexts();
  const { userName, userId, from, to, opening, closing, overdue, toCome, lines, leftOut } = statement;
  usePaper('statement');
  return (
    <table className={classes['table']} aria-label={t('payments.statement.title')}>
      <thead>
        <tr>
          <td colSpan={4} className={classes['head']}>
            <strong>
              <PersonLink userId={userId} userName={userName} />
            </strong>{' '}
            <small>{t('payments.receipt.memberId', { id: userId })}</small>
            <br />
            {t('payments.statement.period', { from: dayText(from), to: dayText(to) })}
          </td>
        </tr>
        <tr>
          <th scope="col">{t('payments.statement.day')}</th>
          <th scope="col">{t('payments.statement.what')}</th>
          <th scope="col" className={classes['figure']}>
            {t('payments.statement.amount')}
          </th>
          <th scope="col" className={classes['figure']}>
            {t('payments.statement.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td colSpan={3}>
            {t('payments.statement.opening')}
            {leftOut > 0 && ` (${t('payments.statement.leftOut', { count: leftOut })})`}
          </td>
          <td className={classes['figure']}>
            <Money rupees={opening} format="rs" />
          </td>
        </tr>
        {lines.map((line, index) => (
          <tr key={index}>
            <td className={classes['day']}>
              <time dateTime={line.day}>{dayText(line.day)}</time>
            </td>
            <td className={classes['what']}>
              <bdi>{wordsOf(line, t)}</bdi>
              <LineDue dueOn={line.dueOn} />
            </td>
            <td className={classes['figure']}>
              <Money rupees={line.amount} format="rs" />
            </td>
            <td className={classes['figure']}>
              <Money rupees={line.balance} format="rs" />
            </td>
          </tr>
        ))}
        <tr className={classes['closing']}>
          <td colSpan={3}>{t('payments.statement.closing')}</td>
          <td className={classes['figure']}>
            <Money rupees={closing} format="rs" />
          </td>
        </tr>
        <OverdueRow overdue={overdue} />
        {toCome !== null && (
          <tr className={classes['closing']}>
            <td colSpan={2}>{t('payments.statement.toCome')}</td>
            <td className={classes['figure']}>
              <Money rupees={toCome.amount} format="rs" />
            </td>
            <td className={classes['figure']}>
              <Money rupees={toCome.owed} format="rs" />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

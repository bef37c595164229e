// A member's statement, on the screen, on paper and as CSV (STATE-5).
import { Alert, Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import { exportStatement } from '../../../../contract/exports.ts';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { readStatement, type Statement } from '../../../../contract/money/statements.ts';
import { type CalendarDay, isCalendarDay, parseDay } from '../../../../core/calendar.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { replaceAddress, useAddress } from '../../../routing/location.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { personPath, statementPath, userOfStatement } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { Figure, moneyText } from '../../../ui/money/Money.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Screen } from '../../../ui/layout/Screen.tsx';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { useState } from 'react';
import { OrganisationHead } from '../../../ui/layout/OrganisationHead.tsx';
import classes from './statement.module.css';
import { StatementLines } from './StatementLines.tsx';

export default function StatementScreen(): JSX.Element {
  const { t } = useTexts();
  const { path, search } = useAddress();
  const userId = userOfStatement(path) ?? '';
  const [from, to] = ['from', 'to'].map((name) => dayIn(search.get(name)));
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const query = useRead(readStatement, { params: { userId }, query: period });
  const organisation = useRead(readOrganisation, {});
  const statement = query.data;
  const title = statement === undefined ? t('payments.statement.title') : recordedText(statement.userName);
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
          title={title}
          back={{ to: personPath(userId), label: t('payments.statement.back') }}
          subtitle={
            statement && (
              <>
                <span className={classes['of']}>
                  {t('common.statement')} ·{' '}
                  {t('payments.statement.period', { from: dayText(statement.from), to: dayText(statement.to) })}
                </span>
                <Owed statement={statement} />
              </>
            )
          }
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
            <div className={classes['organisation']}>
              <OrganisationHead organisation={organisation.data} />
            </div>
            <div className={classes['printed']}>
              <Owed statement={statement} />
            </div>
            <StatementLines statement={statement} />
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

/** At the end of the period; until today and later, all that is owed now. */
function Owed({ statement: { to, closing, toCome } }: { statement: Statement }): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const owed = toCome?.owed ?? closing;
  const key = owed === 0 ? 'owesNothing' : owed > 0 ? 'owes' : 'credit';
  const text = t(`payments.statement.${key}`, { amount: moneyText(Math.abs(owed), 'rs') });
  return (
    <strong className={classes['owed']} data-owes={owed > 0 || undefined}>
      <Figure text={text} fitting={text.length} />
      {to < today && <small>{t('payments.statement.asOf', { day: dayText(to) })}</small>}
    </strong>
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

// A statement on the screen and on paper: its days, its lines and its buttons (STATE-5).
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type JSX, type ReactNode, useState } from 'react';
import { readLetterhead } from '../../../../contract/settings/organisation.ts';
import type { Statement } from '../../../../contract/money/statements.ts';
import { type CalendarDay, isCalendarDay, parseDay } from '../../../../core/calendar.ts';
import type { CallError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { replaceAddress } from '../../../routing/location.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { Paper } from '../../../ui/layout/Paper.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { Figure, moneyText } from '../../../ui/money/money.tsx';
import { PersonLink } from '../../../ui/people/people.tsx';
import { StatementLines } from './StatementLines.tsx';
import classes from './receipts.module.css';

/** Without `from` it starts with the first entry, without `to` it ends today. */
export interface Period {
  from?: CalendarDay;
  to?: CalendarDay;
}

interface StatementViewProps {
  reading: UseQueryResult<Statement, CallError>;
  period: Period;
  /** the address of the screen for other days */
  pathOf: (period: Period) => string;
  back: { to: string; label: string };
  /** It is the reader's own, and addresses them. */
  own?: boolean;
  /** beside "Print" */
  actions?: ReactNode;
}

export function StatementView({
  reading,
  period,
  pathOf,
  back,
  own = false,
  actions,
}: StatementViewProps): JSX.Element {
  const { t } = useTexts();
  const organisation = useRead(readLetterhead, {});
  const statement = reading.data;
  // The statement cannot be shown without the letterhead either.
  const failed = [reading, organisation].find(({ isError }) => isError);
  const days = (['from', 'to'] as const).map((end) => {
    const { [end]: day, ...other } = period;
    return (
      <Day
        key={`${end} ${day}`}
        label={t(`common.filters.${end}`)}
        day={day}
        onDay={(chosen) => replaceAddress(pathOf(chosen === undefined ? other : { ...other, [end]: chosen }))}
      />
    );
  });
  return (
    <Screen>
      <div data-screen-only>
        <PageHeader
          title={own || statement === undefined ? t('common.statement') : recordedText(statement.userName)}
          heading={
            own || statement === undefined ? undefined : (
              <PersonLink userId={statement.userId} userName={statement.userName} />
            )
          }
          back={<BackLink {...back} />}
          subtitle={
            statement && (
              <>
                <Text span fz="sm">
                  {!own && `${t('common.statement')} · `}
                  {t('payments.statement.period', { from: dayText(statement.from), to: dayText(statement.to) })}
                </Text>
                <Owed statement={statement} own={own} />
              </>
            )
          }
          actions={
            <>
              {actions}
              {statement !== undefined && (
                <Button
                  disabled={reading.isPlaceholderData}
                  leftSection={<IconPrinter size={18} aria-hidden />}
                  onClick={() => print()}
                >
                  {t('payments.receipt.print')}
                </Button>
              )}
            </>
          }
        />
        <Group grow gap={12} mb={16} maw={452}>
          {days}
        </Group>
      </div>
      <Paper page="statement" organisation={statement && organisation.data} className={classes.statementPaper ?? ''}>
        {statement !== undefined && organisation.data !== undefined ? (
          <>
            <div data-paper-only>
              <Owed statement={statement} own={own} />
            </div>
            <StatementLines statement={statement} own={own} />
          </>
        ) : failed?.error ? (
          <Alert color="red" role="alert">
            <Text mb={8}>{t('payments.statement.failed', { reason: reasonOf(failed.error, t) })}</Text>
            <Button variant="default" onClick={() => void failed.refetch()}>
              {t('common.tryAgain')}
            </Button>
          </Alert>
        ) : (
          <SkeletonTable rows={6} columns={4} />
        )}
      </Paper>
    </Screen>
  );
}

/** The balance at the end of the period or, if that is today or later, all that is owed now. */
function Owed({ statement: { to, closing, toCome }, own }: { statement: Statement; own: boolean }): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const owed = toCome?.owed ?? closing;
  const key = owed === 0 ? 'owesNothing' : owed > 0 ? 'owes' : 'credit';
  const amount = moneyText(Math.abs(owed), 'rs');
  const text = t(own ? `payments.own.${key}` : `payments.statement.${key}`, { amount });
  return (
    <strong className={classes.statementOwed} data-owes={owed > 0 || undefined}>
      <Figure text={text} fitting={text.length} />
      {to < today && (
        <Text component="small" display="block" fz="sm" fw={400} c="dimmed">
          {t('payments.statement.asOf', { day: dayText(to) })}
        </Text>
      )}
    </strong>
  );
}

/** The days in the address. */
export function periodIn(search: URLSearchParams): Period {
  const [from, to] = ['from', 'to'].map((name) => search.get(name) ?? '');
  return {
    ...(from !== undefined && isCalendarDay(from) && { from }),
    ...(to !== undefined && isCalendarDay(to) && { to }),
  };
}

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

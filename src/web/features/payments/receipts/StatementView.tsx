// A statement on the screen and on paper: its days, its lines and its buttons (STATE-5).
import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type JSX, type ReactNode, useState } from 'react';
import { readLetterhead } from '../../../../contract/settings/organisation.ts';
import type { Statement, StatementLine } from '../../../../contract/money/statements.ts';
import { type CalendarDay, isCalendarDay, parseDay } from '../../../../core/calendar.ts';
import type { CallError } from '../../../api/call.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts, type Translate } from '../../../messages/index.ts';
import { replaceAddress } from '../../../routing/location.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { Paper } from '../../../ui/layout/Paper.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { Figure, moneyText, Money } from '../../../ui/money/money.tsx';
import { PersonLink } from '../../../ui/people/people.tsx';
import classes from './receipts.module.css';
import { typeText } from '../../../messages/fine-types.ts';
import { ownPaperPath, paperPath } from '../../../routing/paths.ts';
import { TextLink } from '../../../ui/controls/buttons.tsx';

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
        <Group grow gap={12} maw={452}>
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

// The lines of a statement: a table on a wide screen and on paper, two lines each on a phone. On paper the head is
// repeated on each page.

/** The words before the number, and those after it. */
function wordsOf({ kind, fineType, method, reason }: StatementLine, t: Translate): [before: string, behind: string] {
  const before = [t(`payments.statement.kind.${kind}`), typeText(fineType)].filter((text) => text !== '').join(' · ');
  return [
    before,
    (method === null ? '' : ` · ${t(`common.method.${method}`)}`) + (reason === '' ? '' : `: ${recordedText(reason)}`),
  ];
}

/** `own`: the reader is the member. */
function StatementLines({ statement, own }: { statement: Statement; own: boolean }): JSX.Element {
  const { t } = useTexts();
  const { userName, userId, from, to, opening, closing, overdue, toCome, lines, leftOut } = statement;
  return (
    <table className={classes['table']} aria-label={t('payments.statement.title')}>
      <thead>
        <tr data-paper-only>
          <td colSpan={4}>
            <strong>
              <bdi>{recordedText(userName)}</bdi>
            </strong>{' '}
            <small>{t('payments.receipt.memberId', { id: userId })}</small>
            <br />
            {t('payments.statement.title')} · {t('payments.statement.period', { from: dayText(from), to: dayText(to) })}
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
          <FigureCell paisa={opening} />
        </tr>
        {lines.map((line, index) => {
          const [before, behind] = wordsOf(line, t);
          const { number } = line;
          const paper = number !== null && (
            <TextLink to={own ? ownPaperPath(number) : paperPath(number)}>{number}</TextLink>
          );
          return (
            <tr key={index}>
              <td className={classes['day']}>
                <time dateTime={line.day}>{dayText(line.day)}</time>
                {paper !== false && <span className={classes['onCards']}> · {paper}</span>}
              </td>
              <td className={classes['what']}>
                <bdi>
                  {before}
                  {paper !== false && <span className={classes['inColumns']}> · {paper}</span>}
                  {behind}
                </bdi>
                {line.dueOn !== null && (
                  <Box component="small" c="dimmed" display="block">
                    {t('common.fine.due', { day: dayText(line.dueOn) })}
                  </Box>
                )}
              </td>
              <FigureCell paisa={line.amount} kind={line.kind} />
              <FigureCell paisa={line.balance} />
            </tr>
          );
        })}
        <tr className={classes['closing']}>
          <td colSpan={3}>{t('payments.statement.closing')}</td>
          <FigureCell paisa={closing} />
        </tr>
        <OverdueRow overdue={overdue} />
        {toCome !== null && (
          <tr className={classes['closing']}>
            <td colSpan={2}>{t('payments.statement.toCome')}</td>
            <FigureCell paisa={toCome.amount} />
            <FigureCell paisa={toCome.owed} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** `kind`: the kind of line. A lower balance is no warning, so the figure is plain. */
function FigureCell({ paisa, kind }: { paisa: number; kind?: StatementLine['kind'] }): JSX.Element {
  return (
    <td className={classes['figure']} data-kind={kind}>
      <Money paisa={paisa} format="figure" plain />
    </td>
  );
}

/** How much of the closing balance is overdue (DUE-7); not shown if nothing is overdue, or if the statement ends before today. */
function OverdueRow({ overdue }: { overdue: number | null }): JSX.Element | null {
  const { t } = useTexts();
  return overdue === null || overdue === 0 ? null : (
    <tr>
      <td colSpan={3}>{t('payments.statement.overdue')}</td>
      <td className={classes['figure']}>
        <Money paisa={overdue} format="figure" />
      </td>
    </tr>
  );
}

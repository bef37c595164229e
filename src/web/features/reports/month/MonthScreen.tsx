// A month on one page, for those who lead the organisation (REPORT-14): money, fines, and who owes most. It prints on
// one page of A4.
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import type { JSX, ReactNode } from 'react';
import { readMonth, type Month } from '../../../../contract/reports.ts';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { addMonths, daysOfMonth, isCalendarDay } from '../../../../core/calendar.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS, PENDING_FINES } from '../../../routing/paths.ts';
import { IconAction } from '../../../ui/controls/buttons.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { Paper, Signatures } from '../../../ui/layout/Paper.tsx';
import { SkeletonTable } from '../../../ui/lists/list-tools.tsx';
import { useAddressState } from '../../../ui/lists/paging/useAddressState.ts';
import { monthName, givenBackIn, paymentsBy, paymentsIn, waiversIn } from '../report-address.ts';
import classes from '../reports.module.css';
import { at, part, stateFormat } from '../../../ui/lists/paging/list-state.ts';
import { dayText } from '../../../messages/formats.ts';
import { PersonLink } from '../../../ui/people/people.tsx';
import { Money } from '../../../ui/money/money.tsx';

export default function MonthScreen(): JSX.Element {
  const { t } = useTexts();
  const thisMonth = useSession().organisation.today.slice(0, 7);
  const [place, change] = useAddressState(MONTH_FORMAT);
  const month = place.month ?? thisMonth;
  const query = useRead(readMonth, { query: { month } });
  const organisation = useRead(readOrganisation, {});
  const failure = useLoadFailure(query);
  const show = (to: string): void => change(() => ({ month: to === thisMonth ? undefined : to }), 'push');
  const page = query.data;

  return (
    <Screen>
      <div data-screen-only>
        <PageHeader
          title={t('reports.month.title')}
          back={<BackLink to={PATHS.reports} label={t('reports.title')} />}
          actions={
            <Button
              data-screen-only
              disabled={page === undefined || query.isPlaceholderData}
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => print()}
            >
              {t('reports.print')}
            </Button>
          }
        />
      </div>
      <Group component="nav" justify="center" gap={12} aria-label={t('reports.month.turn')} data-screen-only>
        <IconAction
          variant="default"
          label={monthName(addMonths(month, -1))}
          icon={<IconChevronLeft size={20} data-turns />}
          onClick={() => show(addMonths(month, -1))}
        />
        <Text component="strong" fw={700} flex="0 1 8em" miw={0} ta="center" aria-live="polite">
          {monthName(month)}
        </Text>
        <IconAction
          variant="default"
          label={monthName(addMonths(month, 1))}
          icon={<IconChevronRight size={20} data-turns />}
          disabled={month >= thisMonth}
          onClick={() => show(addMonths(month, 1))}
        />
      </Group>
      <Paper
        page="report"
        organisation={page && organisation.data}
        className={classes['paper'] ?? ''}
        aria-busy={query.isPlaceholderData}
      >
        {page !== undefined && organisation.data !== undefined ? (
          <MonthPage page={page} />
        ) : failure.nothing ? (
          <LoadFailureState failure={failure} message={t('reports.failed')} />
        ) : (
          <SkeletonTable rows={10} columns={2} />
        )}
      </Paper>
    </Screen>
  );
}

// The address of a month's page: `/month?month=2026-10`; without a month it is this one.

const MONTH_FORMAT = stateFormat({
  path: at(PATHS.month),
  filters: {},
  others: {
    /** `yyyy-mm`; undefined: this month */
    month: part<string | undefined>(undefined, (written) => (isCalendarDay(`${written}-01`) ? written : undefined)),
  },
});

// The page itself: how the money changed from the beginning of the month to its end, what was fined, and who owes most.

function MonthPage({ page }: { page: Month }): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  return (
    <>
      <Group component="header" justify="space-between" align="baseline">
        <Title order={2} fz="1.4em">
          {monthName(page.month)}
          <span data-paper-only> · {t('reports.month.title')}</span>
        </Title>
        <span data-paper-only>{t('reports.month.printed', { day: dayText(today) })}</span>
      </Group>
      <div className={classes['month']}>
        <MoneyPart page={page} />
        <Stack gap={24}>
          <FinesPart page={page} />
          <OwingPart page={page} />
        </Stack>
      </div>
      <div data-paper-only>
        <Signatures of={[{ role: t('reports.month.preparedBy') }, { role: t('reports.month.approvedBy') }]} />
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  return (
    <section aria-label={title}>
      <Title order={3} fz="1em" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

const Aside = ({ children }: { children: ReactNode }): JSX.Element => (
  <Text mt={8} c="dimmed" fz="0.875em">
    {children}
  </Text>
);

/** A line of figures; `kind` distinguishes sums from their parts. */
function Line(props: { label: ReactNode; paisa: number; kind?: 'sum' | 'part' }): JSX.Element {
  const { label, paisa, kind } = props;
  return (
    <Box
      className={classes['line'] ?? ''}
      data-kind={kind}
      {...(kind === 'sum' && { fw: 700 })}
      {...(kind === 'part' && { ps: 16, c: 'dimmed', fz: '0.875em' })}
    >
      <dt>{label}</dt>
      <dd>
        <Money paisa={paisa} format="rs" plain={kind !== 'sum'} />
      </dd>
    </Box>
  );
}

function MoneyPart({ page }: { page: Month }): JSX.Element {
  const { t } = useTexts();
  const { month, opening, closing, available, received, reversed, givenBack, methods, spent, events, eventCount } =
    page;
  const period = daysOfMonth(month);
  const more = eventCount - events.length;
  return (
    <Part title={t('reports.month.money')}>
      <dl>
        <Line label={t('reports.month.opening')} paisa={opening} kind="sum" />
        <Line label={<a href={`#${paymentsIn(period)}`}>{t('reports.figures.received')}</a>} paisa={received} />
        {methods
          .filter((one) => one.received !== 0)
          .map((one) => (
            <Line
              key={one.method}
              kind="part"
              label={<a href={`#${paymentsBy(period, one.method)}`}>{t(`common.method.${one.method}`)}</a>}
              paisa={one.received}
            />
          ))}
        {reversed !== 0 && <Line label={t('reports.figures.reversed')} paisa={-reversed} />}
        {givenBack !== 0 && (
          <Line label={<a href={`#${givenBackIn(period)}`}>{t('reports.figures.givenBack')}</a>} paisa={-givenBack} />
        )}
        <Line label={<a href={`#${PATHS.events}`}>{t('reports.month.spent')}</a>} paisa={-spent} />
        {events.map(({ id, title, date, amount }) => (
          <Line
            key={id}
            kind="part"
            label={
              <>
                <bdi>{title}</bdi> <small>{dayText(date)}</small>
              </>
            }
            paisa={-amount}
          />
        ))}
        <Line label={t('reports.month.closing')} paisa={closing} kind="sum" />
        {available !== null && available.balance !== closing && (
          <>
            {available.credit !== 0 && <Line label={t('reports.month.credit')} paisa={-available.credit} />}
            {available.planned !== 0 && (
              <Line label={<a href={`#${PATHS.events}`}>{t('reports.month.planned')}</a>} paisa={-available.planned} />
            )}
            <Line
              label={<a href={`#${PATHS.events}`}>{t('reports.month.available')}</a>}
              paisa={available.balance}
              kind="sum"
            />
          </>
        )}
      </dl>
      {more > 0 && <Aside>{t('reports.month.moreEvents', { count: more })}</Aside>}
      <Aside>{t('reports.month.moneyHint')}</Aside>
    </Part>
  );
}

function FinesPart({ page }: { page: Month }): JSX.Element {
  const { t } = useTexts();
  const { charged, fineCount, waived } = page;
  return (
    <Part title={t('reports.figures.fines')}>
      <dl>
        <Line label={t('reports.month.fined', { count: fineCount })} paisa={charged} />
        <Line
          label={<a href={`#${waiversIn(daysOfMonth(page.month))}`}>{t('reports.figures.waived')}</a>}
          paisa={waived}
        />
      </dl>
    </Part>
  );
}

function OwingPart({ page }: { page: Month }): JSX.Element {
  const { t } = useTexts();
  const { owing, owingCount, outstanding } = page;
  const more = owingCount - owing.length;
  return (
    <Part title={t('reports.month.owing')}>
      <dl>
        {owing.map(({ userId, userName, pendingFine }) => (
          <Line key={userId} label={<PersonLink userId={userId} userName={userName} />} paisa={pendingFine} />
        ))}
        <Line
          label={<a href={`#${PENDING_FINES}`}>{t('reports.month.outstanding')}</a>}
          paisa={outstanding}
          kind="sum"
        />
      </dl>
      {more > 0 && <Aside>{t('reports.month.moreOwing', { count: more })}</Aside>}
      {owingCount === 0 && <Aside>{t('reports.month.nobody')}</Aside>}
    </Part>
  );
}

// The Reports screen (REPORT-7 to REPORT-12): what was charged, collected and waived in a period, and how long what is
// still outstanding has been unpaid.
import { Button, Group } from '@mantine/core';
import { IconCalendarMonth, IconChartBarOff, IconPrinter } from '@tabler/icons-react';
import { type JSX, Suspense, useMemo } from 'react';
import { readReport, type Report } from '../../../contract/reports.ts';
import { readOrganisation } from '../../../contract/settings/organisation.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { areaTexts, useTexts } from '../../messages/index.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { PATHS, PENDING_FINES } from '../../routing/paths.ts';
import { Card, PageHeader, Screen } from '../../ui/layout/page.tsx';
import { OrganisationHead } from '../../ui/layout/Paper.tsx';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { LoadFailureDialog, LoadFailureState, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { usePaper } from '../../ui/layout/media.ts';
import { Ageing } from './parts/Ageing.tsx';
import { Collectors, Methods, Types } from './parts/MoneyParts.tsx';
import {
  type Period,
  periodOf,
  REPORT_FORMAT,
  PERIODS,
  type ReportState,
  quickPeriod,
  daysOfMonthIn,
  monthName,
  monthsBetween,
  paymentsIn,
  waiversIn,
} from './report-address.ts';
import classes from './reports.module.css';
import type { CalendarDay } from '../../../core/calendar.ts';
import { Choices } from '../../ui/lists/filters/filters.tsx';
import { DayFilter } from '../../ui/lists/filters/fields.tsx';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import { ReportFigure, SHOWN_AS, useShownAs } from './ReportCard.tsx';

const byGroup = lazyPart(() => import('./parts/ByGroup.tsx'));
const afterReminders = lazyPart(() => import('./parts/AfterReminders.tsx'), areaTexts('reminders'));

export default function ReportsScreen(): JSX.Element {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const [place, change] = useAddressState(REPORT_FORMAT);
  const { from, to, age, page } = place;
  const period = useMemo(() => periodOf({ from, to }, today), [from, to, today]);
  const query = useRead(readReport, { query: period });
  const failure = useLoadFailure(query);
  const report = query.data;
  const organisation = useRead(readOrganisation, {});
  usePaper('report');

  return (
    <Screen>
      {organisation.data !== undefined && (
        <div data-paper-only>
          <OrganisationHead organisation={organisation.data} />
        </div>
      )}
      <PageHeader
        title={t('reports.title')}
        // The fields for the days say it on the screen.
        explains
        subtitle={
          <span data-paper-only>{t('reports.days', { from: dayText(period.from), to: dayText(period.to) })}</span>
        }
        actions={
          <>
            <Button
              component="a"
              href={`#${PATHS.month}`}
              variant="default"
              data-screen-only
              leftSection={<IconCalendarMonth size={18} aria-hidden />}
            >
              {t('reports.month.title')}
            </Button>
            <Button
              data-screen-only
              disabled={report === undefined || query.isPlaceholderData}
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => print()}
            >
              {t('reports.print')}
            </Button>
          </>
        }
      />
      <PeriodBar
        place={place}
        today={today}
        onChange={(days, how) => change((now) => ({ ...now, ...days }), how ?? 'push')}
      />
      <ReportFigures report={report} period={period} busy={query.isPlaceholderData} failed={failure.nothing} />
      {report === undefined ? (
        <Card>
          {failure.nothing ? (
            <LoadFailureState failure={failure} message={t('reports.failed')} />
          ) : (
            <SkeletonTable rows={8} columns={4} />
          )}
        </Card>
      ) : (
        <div
          className={classes['report']}
          data-stale={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
        >
          <Ageing
            ageing={report.ageing}
            shown={age}
            page={page}
            onShow={(band) => change((now) => ({ ...now, age: band, page: 1 }), 'push')}
            onPage={(next, how) => change((now) => ({ ...now, page: next }), how)}
          />
          <Parts report={report} period={period} />
          <div data-screen-only>
            <Suspense fallback={null}>
              <byGroup.Screen />
            </Suspense>
          </div>
          <div data-screen-only>
            <Suspense fallback={null}>
              <afterReminders.Screen period={period} />
            </Suspense>
          </div>
        </div>
      )}
      <LoadFailureDialog failure={failure} message={t('reports.failed')} />
    </Screen>
  );
}

/** The parts that depend on the period. */
function Parts({ report, period }: { report: Report; period: Period }): JSX.Element {
  const { t } = useTexts();
  if (report.months.length === 0 && report.fineTypes.length === 0) {
    return (
      <Card>
        <EmptyState icon={<IconChartBarOff />} title={t('reports.empty')} />
      </Card>
    );
  }
  return (
    <>
      <Months report={report} period={period} />
      <Types report={report} />
      {report.methods.length > 0 && (
        <>
          <Methods report={report} period={period} />
          <Collectors report={report} period={period} />
        </>
      )}
    </>
  );
}

function ShownAs(): JSX.Element {
  const { t } = useTexts();
  const [as, show] = useShownAs();
  return (
    <Choices
      label={t('reports.as.label')}
      options={SHOWN_AS.map((value) => ({ value, label: t(`reports.as.${value}`) }))}
      chosen={as}
      onChoose={show}
    />
  );
}

// The days that a report is about: quick choices, and any two days.

interface PeriodBarProps {
  place: ReportState;
  today: CalendarDay;
  /** 'typing' is for fields that change with every key */
  onChange: (days: Partial<Pick<ReportState, 'from' | 'to'>>, how?: 'typing') => void;
}

function PeriodBar({ place, today, onChange }: PeriodBarProps): JSX.Element {
  const { t } = useTexts();
  const { from, to } = periodOf(place, today);
  const isPeriod = (days: Period): boolean => days.from === from && days.to === to;
  return (
    <Group justify="space-between" align="end" gap="12px 24px" data-screen-only>
      <Choices
        label={t('reports.period.label')}
        options={PERIODS.map((value) => ({ value, label: t(`reports.period.${value}`) }))}
        chosen={PERIODS.find((which) => isPeriod(quickPeriod(which, today))) ?? null}
        // The usual days are left out of the address, so that they move with the calendar.
        onChoose={(which) =>
          onChange(which === 'lastTwelveMonths' ? { from: undefined, to: undefined } : quickPeriod(which, today))
        }
      />
      <div className={classes['days']}>
        <DayFilter label={t('reports.period.from')} day={from} onChange={(day) => onChange({ from: day }, 'typing')} />
        <DayFilter
          label={t('reports.period.to')}
          day={to}
          error={to < from ? t('common.filters.backwards') : undefined}
          onChange={(day) => onChange({ to: day }, 'typing')}
        />
      </div>
      <ShownAs />
    </Group>
  );
}

// The four figures above a report.

interface ReportFiguresProps {
  report: Report | undefined;
  period: Period;
  busy: boolean;
  failed: boolean;
}

function ReportFigures({ report, period, busy, failed }: ReportFiguresProps): JSX.Element {
  const { t } = useTexts();
  const figure = (paisa: number | undefined) => ({
    figure: paisa === undefined ? undefined : moneyText(paisa, 'rs'),
    negative: (paisa ?? 0) < 0,
  });
  return (
    <FigureCards
      label={t('reports.cards.label')}
      failed={failed}
      busy={busy}
      noteLines={2}
      cards={[
        ...(['charged', 'collected', 'waived'] as const).map((key) => ({
          key,
          title: t(`reports.figures.${key}`),
          to: { charged: undefined, collected: paymentsIn(period), waived: waiversIn(period) }[key],
          ...figure(report?.totals[key]),
          note: t(`reports.cards.${key}Note`),
        })),
        {
          key: 'outstanding',
          title: t('reports.cards.outstanding'),
          to: PENDING_FINES,
          ...figure(report?.ageing.outstanding),
          note: t('reports.cards.outstandingNote'),
        },
      ]}
    />
  );
}

// What was charged, collected and waived, by month.

function Months({ report, period }: { report: Report; period: Period }): JSX.Element {
  const { t } = useTexts();
  const { months, totals } = report;
  const title = t('reports.months.title');
  const byMonth = new Map(months.map((one) => [one.month, one]));
  return (
    <ReportFigure
      title={title}
      hint={t('reports.months.hint')}
      chart={{
        series: (['charged', 'collected', 'waived'] as const).map((tone) => ({
          tone,
          name: t(`reports.figures.${tone}`),
        })),
        categories: monthsBetween(months.map(({ month }) => month)).map((month) => {
          const { charged = 0, collected = 0, waived = 0 } = byMonth.get(month) ?? {};
          const name = monthName(month);
          return { key: month, name, short: name.replace(/[،\s].*/, ''), values: [charged, collected, waived] };
        }),
      }}
      file="report-months"
      heads={[
        t('reports.months.month'),
        t('reports.figures.charged'),
        t('reports.figures.collected'),
        t('reports.figures.waived'),
      ]}
      rows={[
        ...months.map(({ month, charged, collected, waived }) => {
          const days = daysOfMonthIn(month, period);
          const name = monthName(month);
          return {
            key: month,
            name,
            cells: [
              { value: charged },
              {
                value: collected,
                link: { to: paymentsIn(days), label: t('reports.months.payments', { month: name }) },
              },
              { value: waived, link: { to: waiversIn(days), label: t('reports.months.waivers', { month: name }) } },
            ],
          };
        }),
        {
          key: 'total',
          name: t('reports.figures.total'),
          cells: [{ value: totals.charged }, { value: totals.collected }, { value: totals.waived }],
          isTotal: true,
        },
      ]}
    />
  );
}

// The Reports screen (REPORT-7 to REPORT-12): what was charged, collected and waived in a period, and how long what is
// still outstanding has been unpaid.
import { Button } from '@mantine/core';
import { IconCalendarMonth, IconChartBarOff, IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import { Suspense, useMemo } from 'react';
import { readReport, type Report } from '../../../contract/reports.ts';
import { readOrganisation } from '../../../contract/settings/organisation.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { dayText } from '../../messages/formats.ts';
import { areaTexts, useTexts } from '../../messages/index.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { PATHS } from '../../routing/paths.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadFailureDialog, LoadFailureState, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { OrganisationHead } from '../../ui/layout/OrganisationHead.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { usePaper } from '../../ui/layout/usePaper.ts';
import { Ageing } from './parts/Ageing.tsx';
import { Months } from './parts/Months.tsx';
import { Collectors, Methods } from './parts/MoneyParts.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { type Period, periodOf, REPORT_FORMAT } from './report-place.ts';
import classes from './reports.module.css';
import { Types } from './parts/Types.tsx';

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
        <div className={classes['head']}>
          <OrganisationHead organisation={organisation.data} />
        </div>
      )}
      <PageHeader
        title={t('reports.title')}
        subtitle={t('reports.days', { from: dayText(period.from), to: dayText(period.to) })}
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
      <ReportFigures report={report} busy={query.isPlaceholderData} failed={failure.nothing} />
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

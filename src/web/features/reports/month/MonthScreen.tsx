// A month on one page, for those who lead the organisation (REPORT-14): money, fines, and who owes most. It prints on
// one page of A4.
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import { readMonth } from '../../../../contract/reports.ts';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { addMonths } from '../../../../core/calendar.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { IconAction } from '../../../ui/controls/IconAction.tsx';
import { LoadFailureState, useLoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { OrganisationHead } from '../../../ui/layout/OrganisationHead.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Screen } from '../../../ui/layout/Screen.tsx';
import { usePaper } from '../../../ui/layout/usePaper.ts';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { useAddressState } from '../../../ui/lists/paging/useAddressState.ts';
import { monthName } from '../months.ts';
import { MONTH_FORMAT } from './month-place.ts';
import classes from './month.module.css';
import { MonthPage } from './MonthPage.tsx';

export default function MonthScreen(): JSX.Element {
  const { t } = useTexts();
  const thisMonth = useSession().organisation.today.slice(0, 7);
  const [place, change] = useAddressState(MONTH_FORMAT);
  const month = place.month ?? thisMonth;
  const query = useRead(readMonth, { query: { month } });
  const organisation = useRead(readOrganisation, {});
  const failure = useLoadFailure(query);
  usePaper('report');
  const show = (to: string): void => change(() => ({ month: to === thisMonth ? undefined : to }), 'push');
  const page = query.data;

  return (
    <Screen>
      <div data-screen-only>
        <PageHeader
          title={t('reports.month.title')}
          subtitle={t('reports.month.subtitle')}
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
      <nav className={classes['turning']} aria-label={t('reports.month.turn')} data-screen-only>
        <IconAction
          variant="default"
          label={monthName(addMonths(month, -1))}
          icon={<IconChevronLeft size={20} className={classes['arrow']} />}
          onClick={() => show(addMonths(month, -1))}
        />
        <strong aria-live="polite">{monthName(month)}</strong>
        <IconAction
          variant="default"
          label={monthName(addMonths(month, 1))}
          icon={<IconChevronRight size={20} className={classes['arrow']} />}
          disabled={month >= thisMonth}
          onClick={() => show(addMonths(month, 1))}
        />
      </nav>
      <Card className={classes['paper'] ?? ''} aria-busy={query.isPlaceholderData}>
        {page !== undefined && organisation.data !== undefined ? (
          <>
            <OrganisationHead organisation={organisation.data} />
            <MonthPage page={page} />
          </>
        ) : failure.nothing ? (
          <LoadFailureState failure={failure} message={t('reports.failed')} />
        ) : (
          <SkeletonTable rows={10} columns={2} />
        )}
      </Card>
    </Screen>
  );
}

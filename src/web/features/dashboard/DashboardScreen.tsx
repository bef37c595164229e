// The Fines Management Dashboard (DASH-1): the organisation's figures, and every user with a fine.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import type { JSX } from 'react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { readTotals } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { useConnection } from '../../api/live/connection.ts';
import { useSession } from '../../api/session.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import { useTexts } from '../../messages/index.ts';
import { addFinePath } from '../../routing/paths.ts';
import { KeyHint } from '../../ui/keys/KeyHint.tsx';
import { BELOW_TABLET } from '../../ui/layout/breakpoint.ts';
import { useBusy } from '../../ui/controls/busy-button.ts';
import { IconAction } from '../../ui/controls/IconAction.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { REFRESHED_MS, toast } from '../../ui/feedback/toast.tsx';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { DASHBOARD_FORMAT } from './dashboard-view.ts';
import { DashboardCards } from './DashboardCards.tsx';
import classes from './dashboard.module.css';
import { LogoutButton } from './LogoutButton.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';
import { refetchAll, useQueryProblem } from './queries.ts';
import { UserList } from './cards/UserList.tsx';
import { addFines } from '../../../contract/fines/fines.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';
import { useMay } from '../../api/permission.ts';
import { updateOrganisation } from '../../../contract/settings/organisation.ts';

export default function DashboardScreen(): JSX.Element {
  const { t } = useTexts();
  const [view, changeView] = useAddressState(DASHBOARD_FORMAT);
  const refresh = useRefresh();
  const problem = useQueryProblem();
  const compact = useMediaQuery(BELOW_TABLET, undefined, { getInitialValueInEffect: false });
  useNewDay();

  const live = <LiveMark readable={problem === null} />;
  const refreshing = refresh.busy ? { 'aria-disabled': true, 'data-disabled': true } : {};
  return (
    <>
      <div className={classes['head']}>
        <PageHeader
          title={t('dashboard.title')}
          subtitle={
            compact ? undefined : (
              <>
                {t('dashboard.subtitle')} {live}
              </>
            )
          }
          actions={
            <>
              <Allowed to={addFines}>
                <KeyHint of="addFine">
                  <LinkButton
                    to={addFinePath(null)}
                    className={classes['addFine'] ?? ''}
                    leftSection={<IconPlus size={18} aria-hidden />}
                  >
                    {t('dashboard.addFine')}
                  </LinkButton>
                </KeyHint>
              </Allowed>
              {compact ? (
                <IconAction
                  {...refreshing}
                  label={t('dashboard.refresh')}
                  icon={<IconRefresh size={20} aria-hidden />}
                  onClick={refresh.start}
                />
              ) : (
                <Button
                  {...refreshing}
                  variant="default"
                  leftSection={<IconRefresh size={18} aria-hidden />}
                  onClick={refresh.start}
                >
                  {t('dashboard.refresh')}
                </Button>
              )}
              <LogoutButton compact={compact} />
            </>
          }
        />
      </div>
      <ProblemBanner problem={problem} attempt={refresh.attempts} />
      <DashboardCards />
      <ForNewcomers />
      <UserList view={view} onChange={changeView} current={compact && live} />
    </>
  );
}

/** Fetched only for an organisation without fines. */
const firstSteps = lazyScreen(() => import('./FirstSteps.tsx'));

function ForNewcomers(): JSX.Element | null {
  const { data } = useRead(readTotals, {});
  const may = useMay();
  if (data?.totals.fineCount !== 0 || !may(updateOrganisation)) return null;
  return (
    <Suspense fallback={null}>
      <firstSteps.Screen />
    </Suspense>
  );
}

/** Whether the screen is kept up to date; also shown after the banner has been dismissed. */
function LiveMark({ readable }: { readable: boolean }): JSX.Element {
  const { t } = useTexts();
  const connection = useConnection();
  const live = readable && connection === 'connected';
  return (
    <span className={classes['live']} data-live={live}>
      {live ? t('dashboard.live') : t('dashboard.notLive')}
    </span>
  );
}

function useRefresh(): { busy: boolean; attempts: number; start: () => void } {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const [attempts, setAttempts] = useState(0);
  const start = async (): Promise<void> => {
    if (busy) return;
    const complete = await during(refetchAll);
    setAttempts((count) => count + 1);
    if (complete) toast.success(t('dashboard.refreshed'), { autoClose: REFRESHED_MS, id: 'dashboard-refreshed' });
  };
  return { busy, attempts, start: () => void start() };
}

/** At midnight "the last 7 days" are other days, though nobody changed anything. */
function useNewDay(): void {
  const { today } = useSession().organisation;
  const shown = useRef(today);
  useEffect(() => {
    if (shown.current === today) return;
    shown.current = today;
    void refetchAll();
  }, [today]);
}

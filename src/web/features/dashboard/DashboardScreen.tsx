// The Fines Management Dashboard (DASH-1): the organisation's figures, and every user with a fine.
import { Alert, Box } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type JSX, Suspense, useEffect, useRef, useState } from 'react';
import { readTotals } from '../../../contract/overview.ts';
import { useRead } from '../../api/hooks.ts';
import { useConnection } from '../../api/live/connection.ts';
import { useSession, useMay } from '../../api/session.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import { useTexts } from '../../messages/index.ts';
import { addFinePath } from '../../routing/paths.ts';
import { KeyHint } from '../../ui/keys/KeyHint.tsx';
import { Allowed, LinkButton, useBusy } from '../../ui/controls/buttons.tsx';
import { More } from '../../ui/controls/more/More.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { REFRESHED_MS, toast } from '../../ui/feedback/toast.tsx';
import { useAddressState } from '../../ui/lists/paging/useAddressState.ts';
import { DASHBOARD_FORMAT } from './dashboard-view.ts';
import classes from './dashboard.module.css';
import { Today } from './Today.tsx';
import { refetchAll, useQueryProblem, isDatabaseAway, useStickyError } from './queries.ts';
import { UserList } from './cards/UserList.tsx';
import { addFines } from '../../../contract/fines/fines.ts';
import { updateOrganisation } from '../../../contract/settings/organisation.ts';
import { useLogout } from '../../shell/navigation/Sidebar.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { type CallError, ConnectionError } from '../../api/call.ts';
import { formatCount } from '../../../core/text/count.ts';
import { type FigureCard, FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/money.tsx';

export default function DashboardScreen(): JSX.Element {
  const [view, changeView] = useAddressState(DASHBOARD_FORMAT);
  const refresh = useRefresh();
  const problem = useQueryProblem();
  useNewDay();
  return (
    <>
      <DashboardHead />
      <ProblemBanner problem={problem} attempt={refresh.attempts} />
      <DashboardCards />
      <Today />
      <ForNewcomers />
      <UserList
        view={view}
        onChange={changeView}
        state={
          <>
            <LiveMark readable={problem === null} />
            <ScreenMenu refresh={refresh} />
          </>
        }
      />
    </>
  );
}

function DashboardHead(): JSX.Element {
  const { t } = useTexts();
  return (
    <div className={classes['head']}>
      <PageHeader
        title={t('dashboard.title')}
        actions={
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
        }
      />
    </div>
  );
}

/** Logout asks first (DASH-12). After a failure the question stays open, so that it can be tried again. */
function ScreenMenu({ refresh }: { refresh: Refresh }): JSX.Element {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const { logout, busy } = useLogout();
  const label = t('dashboard.logout.button');
  return (
    <>
      <More
        label={t('common.moreOf', { of: t('shell.dashboard') })}
        entries={[
          { label: t('dashboard.refresh'), busy: refresh.busy, onClick: refresh.start },
          { label, onClick: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        opened={asking}
        title={t('dashboard.logout.title')}
        needsServer={false}
        message={t('dashboard.logout.question')}
        confirmLabel={label}
        busy={busy}
        onConfirm={logout}
        onClose={() => setAsking(false)}
      />
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

interface Refresh {
  busy: boolean;
  attempts: number;
  start: () => void;
}

function useRefresh(): Refresh {
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

// The dismissible banner of the dashboard (DASH-10) for queries that fail while the live feed is connected. A broken
// feed is reported by the shell on every screen, so that there is one banner at a time.

interface ProblemBannerProps {
  /** what is wrong with the queries of the screen */
  problem: CallError | null;
  /** A dismissed banner comes back if the problem remains after another attempt. */
  attempt: number;
}

function ProblemBanner({ problem, attempt }: ProblemBannerProps): JSX.Element {
  const { t } = useTexts();
  const connection = useConnection();
  const kind =
    problem === null || connection !== 'connected'
      ? null
      : isDatabaseAway(problem)
        ? 'database'
        : problem instanceof ConnectionError
          ? 'connection'
          : 'processing';
  const [dismissed, setDismissed] = useState<typeof kind>(null);
  useEffect(() => setDismissed(null), [kind, attempt]);
  return (
    <Box role="alert" mb={16}>
      {kind === null || kind === dismissed ? null : (
        <Alert
          color={kind === 'connection' ? 'yellow' : 'red'}
          role="none"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={t(`dashboard.problem.${kind}`)}
          classNames={{ closeButton: classes['bannerClose'] ?? '' }}
          withCloseButton
          closeButtonLabel={t('dashboard.problem.dismiss')}
          onClose={() => setDismissed(kind)}
        />
      )}
    </Box>
  );
}

// The figures at the top: what was fined, what is pending, what came in, and how many take part.

function DashboardCards(): JSX.Element | null {
  const { t } = useTexts();
  const read = useRead(readTotals, {});
  const failed = useStickyError(read) !== null;
  const { data } = read;
  const { totals } = data ?? {};
  // What is to be done first stands in their place.
  if (totals?.fineCount === 0) return null;

  const cards: FigureCard[] = [
    {
      key: 'total',
      title: t('dashboard.cards.total'),
      figure: totals ? moneyText(totals.totalFinesAmount, 'whole') : undefined,
      note: data && t('dashboard.cards.average', { amount: moneyText(data.averagePerUser, 'whole') }),
    },
    {
      key: 'pending',
      leads: true,
      title: t('dashboard.cards.pending'),
      figure: totals ? moneyText(totals.pendingFinesAmount, 'whole') : undefined,
      note: data && t('dashboard.cards.pendingCount', { count: data.openFines }),
    },
    {
      key: 'collected',
      leads: true,
      title: t('dashboard.cards.collected'),
      figure: totals ? moneyText(totals.collectedAmount, 'whole') : undefined,
      note: totals && t('dashboard.cards.collectedRate', { percent: totals.collectionRate }),
    },
    {
      key: 'users',
      title: t('dashboard.cards.activeUsers'),
      figure: data ? formatCount(data.activeUsers) : undefined,
      note: data && t('dashboard.cards.recent', { count: data.recentlyFinedUsers }),
    },
  ];
  return (
    <FigureCards
      label={t('dashboard.cards.label')}
      cards={cards}
      failed={failed}
      busy={data === undefined && !failed}
      small
    />
  );
}

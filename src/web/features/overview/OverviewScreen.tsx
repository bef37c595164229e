// The fines overview (specification section 2, "Fines overview"): totals, and every user with the own fines. A member
// sees the own card and the own totals; the server decides which records come (decisions section 5).
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../paths.ts';
import { OverviewBar } from '../../shell/OverviewBar.tsx';
import { TopBarShell } from '../../shell/TopBarShell.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../ui/LoadFailure.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { OverviewList } from './OverviewList.tsx';
import { OverviewLoading } from './OverviewLoading.tsx';
import { TotalsCards } from './TotalsCards.tsx';
import classes from './overview.module.css';
import { useOverview } from './useOverview.ts';

export default function OverviewScreen(): JSX.Element {
  const { t } = useTexts();
  const administrator = useSession().visitor?.role === 'administrator';
  const overview = useOverview();
  const { list, failure } = overview;

  const content = (): JSX.Element => {
    if (list !== undefined) return <OverviewList overview={overview} list={list} searchable={administrator} />;
    if (!failure.nothing) return <OverviewLoading />;
    return (
      <div className={classes['frame']}>
        <LoadFailureState failure={failure} message={t('overview.failed')} />
      </div>
    );
  };

  return (
    <TopBarShell bar={<OverviewBar />}>
      <Screen>
        <PageHeader
          title={t('overview.title')}
          {...(administrator
            ? {
                actions: (
                  <>
                    <LinkButton
                      to={PATHS.users}
                      variant="default"
                      leftSection={<IconListDetails size={18} aria-hidden />}
                    >
                      {t('overview.userList')}
                    </LinkButton>
                    <LinkButton to={PATHS.fines} leftSection={<IconPlus size={18} aria-hidden />}>
                      {t('overview.addFine')}
                    </LinkButton>
                  </>
                ),
              }
            : {})}
        />
        <TotalsCards totals={overview.totals} />
        {content()}
      </Screen>
      <LoadFailureDialog failure={failure} message={t('overview.failed')} />
    </TopBarShell>
  );
}

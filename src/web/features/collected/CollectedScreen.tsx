// Collected fines (COLLECTED-1): what has been paid, as a whole and user by user.
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { TopBarShell } from '../../shell/frame/TopBarShell.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../ui/feedback/LoadFailure.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { CollectedFooter } from './CollectedFooter.tsx';
import { CollectedList } from './CollectedList.tsx';
import { CollectedNavbar } from './CollectedNavbar.tsx';
import { TotalCard } from './TotalCard.tsx';
import classes from './collected.module.css';
import { useCollected } from './useCollected.ts';
import { addFines } from '../../../contract/fines/fines.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';

export default function CollectedScreen(): JSX.Element {
  const { t } = useTexts();
  const collected = useCollected();
  const { list, failure } = collected;

  const content = (): JSX.Element => {
    if (list !== undefined) return <CollectedList collected={collected} list={list} />;
    return (
      <Card>
        {failure.nothing ? (
          <LoadFailureState failure={failure} message={t('collected.failed')} />
        ) : (
          <SkeletonTable rows={8} columns={6} />
        )}
      </Card>
    );
  };

  return (
    <TopBarShell bar={<CollectedNavbar />} footer={<CollectedFooter />}>
      <Screen>
        <PageHeader
          title={t('collected.title')}
          subtitle={t('collected.subtitle')}
          actions={
            <>
              <Allowed to={addFines}>
                <LinkButton to={PATHS.fines} leftSection={<IconPlus size={18} aria-hidden />}>
                  {t('collected.addFine')}
                </LinkButton>
              </Allowed>
              <LinkButton
                to={PATHS.dashboard}
                variant="default"
                leftSection={<IconArrowLeft size={18} aria-hidden className={classes['turning'] ?? ''} />}
              >
                {t('collected.back')}
              </LinkButton>
            </>
          }
        />
        <TotalCard totals={collected.totals} failed={failure.nothing} />
        {content()}
      </Screen>
      <LoadFailureDialog failure={failure} message={t('collected.failed')} />
    </TopBarShell>
  );
}

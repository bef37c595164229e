// The organisation's own settings, in cards: for receipts (RULE-8, RULE-9), when fines are to be paid (DUE-1), and what
// reminders say (REMIND-8).
import { Button, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { Suspense, useEffect, useId } from 'react';
import type { Output } from '../../../../contract/operation.ts';
import { readOrganisation, updateOrganisation } from '../../../../contract/settings/organisation.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { usePart } from '../../../routing/usePart.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import type { Parts } from '../../../routing/paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { SkeletonTable } from '../../../ui/lists/SkeletonTable.tsx';
import { OrganisationForm } from './OrganisationForm.tsx';
import { DueDays } from './DueDays.tsx';
import classes from '../settings.module.css';
import { useMay } from '../../../api/permission.ts';

/** Half as large as everything else on the screen, and seldom needed. */
const reminders = lazyPart(() => import('./Reminders.tsx'));

const LoadingForm = (): JSX.Element => <SkeletonTable rows={4} columns={2} rowHeight={80} />;

export function OrganisationCard(): JSX.Element {
  const { t } = useTexts();
  return (
    <OfOrganisation part="organisation" title={t('settings.organisation.title')}>
      {(stored, readOnly) => <OrganisationForm stored={stored} readOnly={readOnly} />}
    </OfOrganisation>
  );
}

export function DueDaysCard(): JSX.Element {
  const { t } = useTexts();
  return (
    <OfOrganisation part="due" title={t('settings.due.title')} hint={t('settings.due.hint')}>
      {(stored, readOnly) => <DueDays stored={stored} readOnly={readOnly} />}
    </OfOrganisation>
  );
}

export function RemindersCard(): JSX.Element {
  const { t } = useTexts();
  return (
    <OfOrganisation part="reminders" title={t('settings.reminders.title')} hint={t('settings.reminders.hint')}>
      {(stored, readOnly) => (
        <Suspense fallback={<LoadingForm />}>
          <reminders.Screen stored={stored} readOnly={readOnly} />
        </Suspense>
      )}
    </OfOrganisation>
  );
}

interface OfOrganisationProps {
  part: Parts['settings'];
  title: string;
  hint?: string;
  children: (stored: Output<typeof readOrganisation>, readOnly: boolean) => ReactNode;
}

function OfOrganisation({ part, title, hint, children }: OfOrganisationProps): JSX.Element {
  const { t } = useTexts();
  const heading = useId();
  const { data, error, isFetching, refetch } = useRead(readOrganisation, {});
  const mayUpdate = useMay()(updateOrganisation);

  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  return (
    <Card component="section" {...usePart(part)} aria-labelledby={heading} className={classes['card'] ?? ''}>
      <Title order={2} id={heading} className={classes['title'] ?? ''}>
        {title}
      </Title>
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      {!mayUpdate && <p className={classes['hint']}>{t('settings.readOnly')}</p>}
      {data !== undefined ? (
        children(data, !mayUpdate)
      ) : error === null ? (
        <LoadingForm />
      ) : (
        <div className={classes['retry']}>
          <Button variant="subtle" loading={isFetching} onClick={() => void refetch()}>
            {t('settings.organisation.reload')}
          </Button>
        </div>
      )}
    </Card>
  );
}

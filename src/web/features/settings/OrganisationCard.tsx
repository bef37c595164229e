// What the organisation says of itself on receipts (RULE-8, RULE-9).
import { Button, Title } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect } from 'react';
import { readOrganisation, updateOrganisation } from '../../../contract/settings/organisation.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { OrganisationForm } from './OrganisationForm.tsx';
import classes from './SettingsScreen.module.css';
import { useMay } from '../../api/permission.ts';

export function OrganisationCard(): JSX.Element {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useRead(readOrganisation, {});
  const mayUpdate = useMay()(updateOrganisation);

  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  return (
    <Card component="section" aria-labelledby="organisation" className={classes['card'] ?? ''}>
      <Title order={2} id="organisation" className={classes['title'] ?? ''}>
        {t('settings.organisation.title')}
      </Title>
      {data !== undefined ? (
        <OrganisationForm stored={data} readOnly={!mayUpdate} />
      ) : error === null ? (
        <SkeletonTable rows={4} columns={2} rowHeight={80} />
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

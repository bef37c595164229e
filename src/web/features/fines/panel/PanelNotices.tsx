// What went wrong with the list: it could not be read, or it is unknown whether a fine was deleted.
import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../messages/index.ts';
import type { FineChanges } from '../changing/useFineChanges.ts';
import classes from '../fines.module.css';
import type { ShownFines } from '../useFinesList.ts';

export function PanelNotices({ list, changes }: { list: ShownFines; changes: FineChanges }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {list.error !== null && !list.isUnknownUser && (
        <Alert color="red" role="alert" title={t('fines.failed.loadTitle')} className={classes['panelNote'] ?? ''}>
          <Group justify="space-between" gap="xs">
            {t('fines.failed.load')}
            <Button variant="default" onClick={list.retry}>
              {t('fines.failed.tryAgain')}
            </Button>
          </Group>
        </Alert>
      )}
      {changes.unansweredDeletions > 0 && (
        <Alert color="yellow" role="status" className={classes['panelNote'] ?? ''}>
          <Group justify="space-between" gap="xs">
            {t('fines.failed.deletionUnknown', { count: changes.unansweredDeletions })}
            <Button variant="default" onClick={changes.deleteAgain}>
              {t('fines.failed.tryAgain')}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  );
}

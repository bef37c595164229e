// Which fines are shown: all, those pending, or those paid.
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StatusFilter as Status } from '../../../../contract/fines/fines.ts';
import { useTexts } from '../../../messages/index.ts';
import classes from '../fines.module.css';
import { STATUSES } from '../fines-place.ts';

export function StatusFilter(props: { status: Status; onChange(status: Status): void }): ReactNode {
  const { t } = useTexts();
  return (
    <div role="group" aria-label={t('fines.statusFilter.label')} className={classes['statuses']}>
      {STATUSES.map((status) => (
        <UnstyledButton
          key={status}
          className={classes['statusChoice'] ?? ''}
          aria-pressed={status === props.status}
          onClick={() => props.onChange(status)}
        >
          {t(`fines.statusFilter.${status}`)}
        </UnstyledButton>
      ))}
    </div>
  );
}

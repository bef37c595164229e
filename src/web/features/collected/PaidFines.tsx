// The paid fines of one user, paginated; fetched when the list is opened.
import { Alert } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import type { UserSummary } from '../../../contract/overview.ts';
import { listUserFines } from '../../../contract/overview.ts';
import { OVERVIEW_PAGE_SIZE } from '../../../core/limits.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { FineRows } from '../../ui/money/FineRows.tsx';
import { TryAgain, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import classes from './collected.module.css';

export function PaidFines({ user: { userId, userName, summary } }: { user: UserSummary }): JSX.Element {
  const { t } = useTexts();
  const [chosen, setChosen] = useState(1);
  const pages = pageCount(summary.paidCount, OVERVIEW_PAGE_SIZE);
  const page = Math.min(chosen, pages);
  const reading = useRead(listUserFines, {
    params: { userId },
    query: { status: 'Paid', page, pageSize: OVERVIEW_PAGE_SIZE },
  });
  const failure = useLoadFailure(reading);
  const of = { name: userName, id: userId };

  if (failure.nothing) {
    return (
      <Alert color="red" role="alert">
        <div className={classes['failedLine']}>
          {t('collected.failed')}
          <TryAgain failure={failure} variant="default" />
        </div>
      </Alert>
    );
  }
  if (reading.data === undefined) {
    return (
      <SkeletonTable rows={Math.min(Math.max(summary.paidCount, 1), OVERVIEW_PAGE_SIZE)} columns={4} rowHeight={45} />
    );
  }
  if (reading.data.items.length === 0) return <p className={classes['nonePaid']}>{t('collected.paidFines.none')}</p>;
  return (
    <div className={classes['paidFines']}>
      <FineRows
        fines={reading.data.items}
        label={t('collected.paidFines.label', of)}
        reasonLabel={t('collected.paidFines.reason')}
        stale={reading.isPlaceholderData}
        minRows={pages > 1 ? OVERVIEW_PAGE_SIZE : 0}
      />
      <Pager page={page} pages={pages} onChange={setChosen} label={t('collected.paidFines.pages', of)} short />
    </div>
  );
}

// The two cards above the table: all fines, and what of them is pending. With one user's fines on the screen, that
// user's own two figures as well.
import { Progress, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Totals } from '../../../contract/shapes.ts';
import { figureFromRupees } from '../../../core/money.ts';
import { pendingShare } from '../../../core/totals.ts';
import { useTexts } from '../../messages/index.ts';
import { Money } from '../../ui/Money.tsx';
import classes from './fines.module.css';
import type { FinesList } from './list-changes.ts';
import { Person } from './Person.tsx';

/** Undefined totals: they are on their way. */
export function FinesCards({ totals }: { totals: Totals | undefined }): ReactNode {
  const { t } = useTexts();
  const share =
    totals === undefined
      ? 0
      : pendingShare({
          total: figureFromRupees(totals.totalFinesAmount) ?? 0,
          pending: figureFromRupees(totals.pendingFinesAmount) ?? 0,
        });
  return (
    <section aria-label={t('fines.cards.label')} className={classes['cards']}>
      <div className={classes['card']}>
        <h2 className={classes['cardTitle']}>{t('fines.cards.total')}</h2>
        <Figure rupees={totals?.totalFinesAmount} />
        <p className={classes['cardNote']}>
          {totals === undefined ? ' ' : t('fines.cards.count', { count: totals.fineCount })}
        </p>
      </div>
      <div className={classes['card']}>
        <h2 className={classes['cardTitle']}>{t('fines.cards.pending')}</h2>
        <Figure rupees={totals?.pendingFinesAmount} />
        <Progress.Root size={8} className={classes['bar'] ?? ''}>
          <Progress.Section value={share} color="yellow.7" aria-label={t('fines.cards.pendingShareLabel')} />
        </Progress.Root>
        <p className={classes['cardNote']}>
          {totals === undefined ? ' ' : t('fines.cards.pendingShare', { percent: share })}
        </p>
      </div>
    </section>
  );
}

export function UserFigures({ user }: { user: NonNullable<FinesList['user']> }): ReactNode {
  const { t } = useTexts();
  return (
    <section aria-label={t('fines.cards.ofUser', { name: user.userName })} className={classes['userFigures']}>
      <Person id={user.id} userName={user.userName} />
      <dl className={classes['figures']}>
        <div>
          <dt>{t('fines.cards.userTotal')}</dt>
          <dd>
            <Money rupees={user.summary.totalFine} format="pkr" />
          </dd>
        </div>
        <div>
          <dt>{t('fines.cards.userPending')}</dt>
          <dd>
            <Money rupees={user.summary.pendingFine} format="pkr" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Figure({ rupees }: { rupees: number | undefined }): ReactNode {
  return (
    <div className={classes['figure']}>
      {rupees === undefined ? <Skeleton height={28} width={180} mt={6} /> : <Money rupees={rupees} format="pkr" />}
    </div>
  );
}

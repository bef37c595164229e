// The two cards above the table: all fines, and the pending ones. With one user's fines on the screen, that
// user's own two figures as well.
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Totals } from '../../../contract/shapes.ts';
import { pendingShare } from '../../../core/money/totals.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { CollectButton, GiveBackButton } from '../../ui/money/MoneyButtons.tsx';
import { statementPath } from '../../routing/paths.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { Money, moneyText } from '../../ui/money/Money.tsx';
import classes from './fines.module.css';
import type { FinesList } from './list-changes.ts';
import { Person } from './Person.tsx';
import { paisaOf } from '../../ui/money/rupees.ts';

interface FinesCardsProps {
  /** undefined while they are loading, or after loading has `failed` */
  totals: Totals | undefined;
  failed: boolean;
  /** A person's own figures stand above them. */
  small: boolean;
}

export function FinesCards({ totals, failed, small }: FinesCardsProps): ReactNode {
  const { t } = useTexts();
  const share =
    totals === undefined
      ? 0
      : pendingShare({
          total: paisaOf(totals.totalFinesAmount),
          pending: paisaOf(totals.pendingFinesAmount),
        });
  const bar = (
    <Progress.Root size={8} className={classes['bar'] ?? ''}>
      <Progress.Section value={share} color="yellow.7" aria-label={t('fines.cards.pendingShareLabel')} />
    </Progress.Root>
  );
  return (
    <FigureCards
      label={t('fines.cards.label')}
      failed={failed}
      small={small}
      cards={[
        {
          key: 'total',
          title: t('fines.cards.total'),
          figure: totals && moneyText(totals.totalFinesAmount, 'pkr'),
          note: totals && t('fines.cards.count', { count: totals.fineCount }),
        },
        {
          key: 'pending',
          title: t('fines.cards.pending'),
          figure: totals && moneyText(totals.pendingFinesAmount, 'pkr'),
          chart: bar,
          note: totals && t('fines.cards.pendingShare', { percent: share }),
        },
      ]}
    />
  );
}

export function UserFigures({ user }: { user: NonNullable<FinesList['user']> }): ReactNode {
  const { t } = useTexts();
  return (
    <Card
      component="section"
      aria-label={t('fines.cards.ofUser', { name: user.userName })}
      className={classes['userFigures'] ?? ''}
    >
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
        {user.summary.credit > 0 && (
          <div>
            <dt>{t('common.fine.credit')}</dt>
            <dd>
              <Money rupees={user.summary.credit} format="pkr" />
            </dd>
          </div>
        )}
      </dl>
      <div className={classes['userActions']}>
        <LinkButton to={statementPath(user.id)} variant="default">
          {t('common.statement')}
        </LinkButton>
        {user.summary.pendingFine > 0 && <CollectButton userId={user.id} variant="default" />}
        {user.summary.credit > 0 && <GiveBackButton userId={user.id} />}
      </div>
    </Card>
  );
}

// The Payments screen: its tabs, and on the first of them (PAY-35 to PAY-39) what was received today, this month, and is held
// as credit, and every payment.
import { Button } from '@mantine/core';
import { IconCashOff, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useCallback, useRef } from 'react';
import { exportPayments } from '../../../contract/exports.ts';
import { listPayments, type Payment } from '../../../contract/money/payments.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { CollectButton } from '../../ui/money/MoneyButtons.tsx';
import { usePath } from '../../routing/location.ts';
import { PATHS } from '../../routing/paths.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { LoadFailureDialog, LoadFailureState } from '../../ui/feedback/LoadFailure.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Pager } from '../../ui/lists/paging/Pager.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { useShownPage } from '../../ui/lists/paging/useListPage.ts';
import { useRecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { CashUp } from './cash/CashUp.tsx';
import { GivenBack, Waived } from './refunds/GivenBack.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';
import { PaymentFilters } from './PaymentFilters.tsx';
import { PaymentsCards } from './PaymentsCards.tsx';
import { PaymentsFooter } from './PaymentsFooter.tsx';
import { PaymentsTable } from './PaymentsTable.tsx';
import classes from './payments.module.css';
import { filtersOf, listFilter, PAYMENTS_FORMAT } from './payments-place.ts';
import { TakeBackDialog } from './TakeBackDialog.tsx';
import { usePlace } from './usePlace.ts';
import { collectFromMany } from '../../../contract/money/debtors.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';

export default function PaymentsScreen(): JSX.Element {
  const { t } = useTexts();
  const path = usePath();
  return (
    <Screen>
      <div>
        <PageHeader
          title={t('payments.title')}
          subtitle={t('payments.subtitle')}
          actions={
            <>
              <Allowed to={collectFromMany}>
                <LinkButton to={PATHS.collectFromMany} variant="default">
                  {t('payments.collectFromMany')}
                </LinkButton>
              </Allowed>
              <CollectButton userId={null} />
            </>
          }
        />
        <PaymentTabs path={path} />
      </div>
      {path === PATHS.cashUp ? (
        <CashUp />
      ) : path === PATHS.givenBack ? (
        <GivenBack />
      ) : path === PATHS.waived ? (
        <Waived />
      ) : (
        <Payments />
      )}
    </Screen>
  );
}

function Payments(): JSX.Element {
  const { t } = useTexts();
  const view = usePlace(PAYMENTS_FORMAT);
  const { method, by } = view;
  const found = {
    ...listFilter(view),
    ...(method !== 'all' && { method }),
    ...(by !== undefined && { receivedBy: by }),
  };
  const { list, pages, stale, failure } = useShownPage(
    view,
    useRead(listPayments, { query: { ...found, page: view.page } }),
  );
  const dialog = useRecordDialog<Payment, 'edit'>('payment');
  const { open } = dialog;
  const takeBack = useCallback((payment: Payment) => open('edit', payment), [open]);
  const top = useRef<HTMLDivElement>(null);
  const isFiltered = filtersOf(view) > 0;

  const asked = dialog.subject?.kind === 'edit' ? dialog.subject.record : null;
  // Another window may have taken a part of it back meanwhile.
  const current = list?.items.find(({ id }) => id === asked?.id) ?? asked;

  const empty = isFiltered ? (
    <EmptyState
      icon={<IconSearchOff />}
      title={t('payments.empty.noMatch')}
      action={
        <Button variant="default" onClick={view.clear}>
          {t('payments.filter.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<IconCashOff />} title={t('payments.empty.none')} text={t('payments.empty.hint')} />
  );

  return (
    <>
      <PaymentsCards list={list} />
      <Card component="section" aria-label={t('payments.table.label')} ref={top} className={classes['panel'] ?? ''}>
        <PaymentFilters
          view={view}
          label={t('payments.filter.label')}
          search={{ label: t('payments.filter.search'), placeholder: t('payments.filter.searchHint') }}
          by={t('payments.filter.receivedBy')}
          people={list?.items.map(({ receivedBy }) => receivedBy)}
        />
        <PaymentsTable
          list={list}
          stale={stale}
          failed={failure.nothing ? <LoadFailureState failure={failure} message={t('payments.failed')} /> : undefined}
          empty={empty}
          onTakeBack={takeBack}
        />
        {list !== undefined && list.items.length > 0 && (
          <div className={classes['foot']}>
            <PaymentsFooter list={list} />
            <ExportButton of={exportPayments} input={{ query: found }} />
            <Pager
              page={view.page}
              pages={pages}
              onChange={(page) => {
                view.showPage(page);
                top.current?.scrollIntoView({ block: 'nearest' });
              }}
              label={t('payments.table.pages')}
            />
          </div>
        )}
      </Card>
      <LoadFailureDialog failure={failure} message={t('payments.failed')} />
      {current !== null && (
        <TakeBackDialog key={dialog.opening} opened={dialog.opened} payment={current} onClose={dialog.close} />
      )}
    </>
  );
}

// The Payments screen: its tabs, and on the first of them (PAY-35 to PAY-39) what was received today, this month, and is held
// as credit, and every payment.
import { Button } from '@mantine/core';
import { IconCashOff, IconSearchOff } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useCallback } from 'react';
import { exportPayments } from '../../../contract/exports.ts';
import { listPayments, type Payment } from '../../../contract/money/payments.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { CollectButton } from '../../ui/money/MoneyButtons.tsx';
import { usePath } from '../../routing/location.ts';
import { PATHS } from '../../routing/paths.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { useShownPage } from '../../ui/lists/paging/useListPage.ts';
import { useRecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { CashUp } from './cash/CashUp.tsx';
import { GivenBack } from './refunds/GivenBack.tsx';
import { Waived } from './refunds/Waived.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';
import { PaymentsCards } from './PaymentsCards.tsx';
import { PaymentsFooter } from './PaymentsFooter.tsx';
import { PaymentsTable } from './PaymentsTable.tsx';
import { RecordPanel } from './RecordPanel.tsx';
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
              <CollectButton userId={null} />
              <Allowed to={collectFromMany}>
                <LinkButton to={PATHS.collectFromMany} variant="default">
                  {t('payments.collectFromMany')}
                </LinkButton>
              </Allowed>
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
  const shown = useShownPage(view, useRead(listPayments, { query: { ...found, page: view.page } }));
  const { list } = shown;
  const dialog = useRecordDialog<Payment, 'edit'>('payment');
  const { open } = dialog;
  const takeBack = useCallback((payment: Payment) => open('edit', payment), [open]);
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
      <RecordPanel
        label={t('payments.table.label')}
        words={{
          filters: t('payments.filter.label'),
          search: t('payments.filter.search'),
          searchHint: t('payments.filter.searchHint'),
          by: t('payments.filter.receivedBy'),
          pages: t('payments.table.pages'),
        }}
        view={view}
        shown={shown}
        byOf={({ receivedBy }) => receivedBy}
        renderRows={(failed) => (
          <PaymentsTable list={list} stale={shown.stale} failed={failed} empty={empty} onTakeBack={takeBack} />
        )}
        sums={list === undefined || list.items.length === 0 ? null : <PaymentsFooter list={list} />}
        download={<ExportButton of={exportPayments} input={{ query: found }} />}
      />
      {current !== null && (
        <TakeBackDialog key={dialog.opening} opened={dialog.opened} payment={current} onClose={dialog.close} />
      )}
    </>
  );
}

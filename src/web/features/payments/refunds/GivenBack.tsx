// Refunds (REFUND-8): newest first, with the same filters as payments, and their sums.
import type { JSX } from 'react';
import { useState } from 'react';
import { exportRefunds } from '../../../../contract/exports.ts';
import { listRefunds, type Refund } from '../../../../contract/money/refunds.ts';
import { PAYMENT_METHODS } from '../../../../core/money/payment.ts';
import { useRead } from '../../../api/hooks.ts';
import { useTexts } from '../../../messages/index.ts';
import { useLast, useOpening } from '../../../ui/dialogs/useOpening.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { useShownPage } from '../../../ui/lists/paging/useListPage.ts';
import { GIVEN_BACK_FORMAT, listFilter } from '../payments-place.ts';
import { RecordPanel } from '../records/RecordPanel.tsx';
import { RecordSums } from '../records/RecordParts.tsx';
import { usePlace } from '../usePlace.ts';
import { RefundsTable } from './RefundsTable.tsx';
import { TakeBackRefund } from './TakeBackRefund.tsx';

export function GivenBack(): JSX.Element {
  const { t } = useTexts();
  const view = usePlace(GIVEN_BACK_FORMAT);
  const method = PAYMENT_METHODS.find((one) => one === view.method);
  const found = {
    ...listFilter(view),
    ...(method !== undefined && { method }),
    ...(view.by !== undefined && { givenBy: view.by }),
  };
  const shown = useShownPage(view, useRead(listRefunds, { query: { ...found, page: view.page } }));
  const [asked, setAsked] = useState<Refund | null>(null);
  const opened = asked !== null;
  const opening = useOpening(opened);
  const last = useLast(asked);
  const { list } = shown;

  return (
    <>
      <RecordPanel
        label={t('payments.tabs.givenBack')}
        words={{
          filters: t('payments.tabs.filter'),
          search: t('payments.givenBack.search'),
          searchHint: t('payments.givenBack.searchHint'),
          by: t('payments.filter.givenBy'),
          pages: t('payments.tabs.givenBack'),
          none: t('payments.givenBack.none'),
        }}
        view={view}
        shown={shown}
        byOf={({ givenBy }) => givenBy}
        renderRows={(rows) => <RefundsTable {...rows} onTakeBack={setAsked} />}
        sums={
          list === undefined ? null : <RecordSums count={list.totalItems} whole={list.given} reversed={list.reversed} />
        }
        download={<ExportButton of={exportRefunds} input={{ query: found }} />}
      />
      {last !== null && <TakeBackRefund key={opening} opened={opened} refund={last} onClose={() => setAsked(null)} />}
    </>
  );
}

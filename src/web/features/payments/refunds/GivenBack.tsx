// What was given back (REFUND-8): newest first, found as payments are, with its sums.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { exportRefunds } from '../../../../contract/exports.ts';
import { listRefunds, type Refund, reverseRefund } from '../../../../contract/money/refunds.ts';
import { PAYMENT_METHODS } from '../../../../core/money/payment.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMay } from '../../../api/permission.ts';
import { personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { voucherPath } from '../../../routing/paths.ts';
import { useLast, useOpening } from '../../../ui/dialogs/useOpening.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { useShownPage } from '../../../ui/lists/paging/useListPage.ts';
import { GIVEN_BACK_FORMAT, listFilter } from '../payments-place.ts';
import { RecordPanel } from '../RecordPanel.tsx';
import { RecordSums } from '../RecordParts.tsx';
import { usePlace } from '../usePlace.ts';
import { RecordItems } from './RecordItems.tsx';
import { TakeBackRefund } from './TakeBackRefund.tsx';

export function GivenBack(): JSX.Element {
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseRefund);
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

  const itemOf = (refund: Refund) => ({
    ...refund,
    day: refund.givenOn,
    lines: [
      ...[t(`common.method.${refund.method}`), refund.reference, refund.note].filter((text) => text !== ''),
      t('payments.givenBack.by', { who: personText(refund.givenBy) }),
    ],
    link: { to: voucherPath(refund.voucher), text: refund.voucher },
    action: mayTakeBack && refund.reversals.length === 0 && (
      <Button
        variant="default"
        aria-label={t('payments.givenBack.takeBackNamed', { voucher: refund.voucher })}
        onClick={() => setAsked(refund)}
      >
        {t('payments.table.takeBack')}
      </Button>
    ),
  });
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
        }}
        view={view}
        shown={shown}
        byOf={({ givenBy }) => givenBy}
        renderRows={(failed) => (
          <RecordItems
            items={list?.items.map(itemOf)}
            failed={failed}
            view={view}
            none={t('payments.givenBack.none')}
          />
        )}
        sums={
          list === undefined ? null : <RecordSums count={list.totalItems} whole={list.given} reversed={list.reversed} />
        }
        download={<ExportButton of={exportRefunds} input={{ query: found }} />}
      />
      {last !== null && <TakeBackRefund key={opening} opened={opened} refund={last} onClose={() => setAsked(null)} />}
    </>
  );
}

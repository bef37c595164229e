// Every payment, or on a person's screen theirs, with filters and sums, and the question before one is taken back.
import type { JSX } from 'react';
import { useCallback } from 'react';
import { exportPayments } from '../../../contract/exports.ts';
import { listPayments, type Payment } from '../../../contract/money/payments.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { useShownPage } from '../../ui/lists/paging/useListPage.ts';
import { useRecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { PaymentsCards } from './PaymentsCards.tsx';
import { PaymentsFooter } from './PaymentsFooter.tsx';
import { PaymentsTable } from './PaymentsTable.tsx';
import { RecordPanel } from './records/RecordPanel.tsx';
import { listFilter, PAYMENTS_FORMAT } from './payments-place.ts';
import { TakeBackDialog } from './TakeBackDialog.tsx';
import { usePlace } from './usePlace.ts';

export default function Payments(): JSX.Element {
  const { t } = useTexts();
  const view = usePlace(PAYMENTS_FORMAT);
  const { method, by } = view;
  const ofPerson = view.personId !== undefined;
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

  const asked = dialog.subject?.kind === 'edit' ? dialog.subject.record : null;
  // Another window may have taken back a part of it meanwhile.
  const current = list?.items.find(({ id }) => id === asked?.id) ?? asked;

  return (
    <>
      {!ofPerson && <PaymentsCards list={list} failed={shown.failure.nothing} />}
      <RecordPanel
        label={t('payments.table.label')}
        words={{
          filters: t('payments.filter.label'),
          search: t('payments.filter.search'),
          searchHint: t('payments.filter.searchHint'),
          by: t('payments.filter.receivedBy'),
          pages: t('payments.table.pages'),
          none: t('payments.empty.none'),
          ...(!ofPerson && { hint: t('payments.empty.hint') }),
        }}
        view={view}
        shown={shown}
        byOf={({ receivedBy }) => receivedBy}
        renderRows={(rows) => <PaymentsTable {...rows} onTakeBack={takeBack} ofPerson={ofPerson} />}
        sums={list === undefined || list.items.length === 0 ? null : <PaymentsFooter list={list} />}
        download={<ExportButton of={exportPayments} input={{ query: found }} />}
      />
      {current !== null && (
        <TakeBackDialog key={dialog.opening} opened={dialog.opened} payment={current} onClose={dialog.close} />
      )}
    </>
  );
}

// Waivers (WAIVE-10): newest first, filtered as payments are, with their sums; on a person's screen only theirs.
import type { JSX } from 'react';
import { Suspense, useCallback, useState } from 'react';
import { exportWaivers } from '../../../../contract/exports.ts';
import { listWaivers, type Waiver } from '../../../../contract/money/waivers.ts';
import { useRead } from '../../../api/hooks.ts';
import { areaTexts, useTexts } from '../../../messages/index.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { useEver } from '../../../ui/dialogs/useOpening.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { useShownPage } from '../../../ui/lists/paging/useListPage.ts';
import { listFilter, WAIVED_FORMAT } from '../payments-place.ts';
import { RecordPanel } from '../records/RecordPanel.tsx';
import { RecordSums } from '../records/RecordParts.tsx';
import { usePlace } from '../usePlace.ts';
import { WaiversTable } from './WaiversTable.tsx';

const takeBackDialog = lazyPart(() => import('../../../ui/money/TakeBackWaiver.tsx'), areaTexts('collect'));

export default function Waived(): JSX.Element {
  const { t } = useTexts();
  const view = usePlace(WAIVED_FORMAT);
  const found = { ...listFilter(view), ...(view.by !== undefined && { madeBy: view.by }) };
  const shown = useShownPage(view, useRead(listWaivers, { query: { ...found, page: view.page } }));
  const [asked, setAsked] = useState<{ fineId: string; waiverId: string } | null>(null);
  const takeBack = useCallback(({ fineId, id }: Waiver) => setAsked({ fineId, waiverId: id }), []);
  const hasAsked = useEver(asked !== null);
  const { list } = shown;

  return (
    <>
      <RecordPanel
        label={t('payments.tabs.waived')}
        words={{
          filters: t('payments.tabs.filter'),
          search: t('payments.waived.search'),
          searchHint: t('payments.waived.search'),
          by: t('payments.filter.waivedBy'),
          pages: t('payments.tabs.waived'),
          none: t('payments.waived.none'),
        }}
        view={view}
        shown={shown}
        byOf={({ madeBy }) => madeBy}
        renderRows={(rows) => <WaiversTable {...rows} onTakeBack={takeBack} ofPerson={view.personId !== undefined} />}
        sums={
          list === undefined ? null : (
            <RecordSums count={list.totalItems} whole={list.waived} reversed={list.reversed} />
          )
        }
        download={<ExportButton of={exportWaivers} input={{ query: found }} />}
      />
      <Suspense>{hasAsked && <takeBackDialog.Screen of={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

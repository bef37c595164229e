// What was waived (WAIVE-10): newest first, found as payments are, with its sums; on a person's screen of theirs.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Suspense, useState } from 'react';
import { exportWaivers } from '../../../../contract/exports.ts';
import { listWaivers, reverseWaiver, type Waiver } from '../../../../contract/money/waivers.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMay } from '../../../api/permission.ts';
import { dayText, personText, recordedText } from '../../../messages/formats.ts';
import { areaTexts, useTexts } from '../../../messages/index.ts';
import { lazyScreen } from '../../../routing/lazy-screen.tsx';
import { finesOf } from '../../../routing/paths.ts';
import { useEver } from '../../../ui/dialogs/useOpening.ts';
import { ExportButton } from '../../../ui/lists/ExportButton.tsx';
import { useShownPage } from '../../../ui/lists/paging/useListPage.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { listFilter, WAIVED_FORMAT } from '../payments-place.ts';
import { RecordPanel } from '../RecordPanel.tsx';
import { RecordSums } from '../RecordParts.tsx';
import { usePlace } from '../usePlace.ts';
import { RecordItems } from './RecordItems.tsx';

const takeBackDialog = lazyScreen(() => import('../../../ui/money/TakeBackWaiver.tsx'), areaTexts('collect'));

export default function Waived(): JSX.Element {
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseWaiver);
  const view = usePlace(WAIVED_FORMAT);
  const found = { ...listFilter(view), ...(view.by !== undefined && { madeBy: view.by }) };
  const shown = useShownPage(view, useRead(listWaivers, { query: { ...found, page: view.page } }));
  const [asked, setAsked] = useState<{ fineId: string; waiverId: string } | null>(null);
  const hasAsked = useEver(asked !== null);
  const { list } = shown;

  const itemOf = (waiver: Waiver) => ({
    ...waiver,
    lines: [
      t('payments.waived.of', { fineType: waiver.fineType, day: dayText(waiver.date) }),
      t(waiver.mistake ? 'payments.waived.mistake' : 'payments.waived.reason', {
        reason: waiver.reason,
        who: personText(waiver.madeBy),
      }),
    ],
    action: (
      <>
        {view.personId === undefined && (
          <Button component="a" href={`#${finesOf(waiver.userId)}`} variant="default">
            {t('payments.waived.open')}
          </Button>
        )}
        {mayTakeBack && leftOf(waiver) > 0 && (
          <Button
            variant="default"
            aria-label={t('payments.waived.takeBackNamed', {
              amount: moneyText(leftOf(waiver), 'rs'),
              name: recordedText(waiver.userName),
            })}
            onClick={() => setAsked({ fineId: waiver.fineId, waiverId: waiver.id })}
          >
            {t('payments.table.takeBack')}
          </Button>
        )}
      </>
    ),
  });
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
        }}
        view={view}
        shown={shown}
        byOf={({ madeBy }) => madeBy}
        renderRows={(failed) => (
          <RecordItems items={list?.items.map(itemOf)} failed={failed} view={view} none={t('payments.waived.none')} />
        )}
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

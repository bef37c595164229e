// Waivers (WAIVE-10): newest first, filtered as payments are, with their sums; on a person's screen only theirs.
import { type JSX, Suspense, useCallback, useState, useMemo } from 'react';
import { exportWaivers } from '../../../../contract/exports.ts';
import { listWaivers, type Waiver, reverseWaiver } from '../../../../contract/money/waivers.ts';
import { useRead } from '../../../api/hooks.ts';
import { areaTexts, useTexts } from '../../../messages/index.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { useEver } from '../../../ui/dialogs/dialog-state.ts';
import { useExport } from '../../../ui/lists/list-tools.tsx';
import { useShownPage } from '../../../ui/lists/paging/paging.tsx';
import { WAIVED_FORMAT } from '../payments-address.ts';
import { RecordPanel, recordColumns, RecordTable, type RecordTableProps } from '../records/records.tsx';
import { RecordSums } from '../records/RecordParts.tsx';
import { useListView } from '../../../ui/lists/paging/useAddressState.ts';
import { useMay } from '../../../api/session.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { finesOf } from '../../../routing/paths.ts';
import { TextLink } from '../../../ui/controls/buttons.tsx';
import type { Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { moneyText } from '../../../ui/money/money.tsx';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { ActorLink, PersonLink } from '../../../ui/people/people.tsx';

// The waivers of one page.

type WaiverColumn = 'member' | 'fine' | 'reason' | 'date' | 'waivedBy' | 'amount' | 'actions';

const LAYOUT: Layout<WaiverColumn> = {
  room: 'medium',
  card: {
    // The links stand apart from each other and from the buttons, so that their places for a thumb do not overlap.
    lines: [
      ['member', 'amount'],
      ['reason', 'reason'],
      ['fine', 'fine'],
      ['date', 'date'],
      ['waivedBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
};

const LAYOUT_OF_PERSON: Layout<WaiverColumn> = {
  room: 'medium',
  card: {
    lines: [
      ['fine', 'amount'],
      ['reason', 'reason'],
      ['date', 'actions'],
      ['waivedBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
};

/** `ofPerson`: all waivers are one person's, whose name stands above. */
function WaiversTable(props: RecordTableProps<Waiver> & { ofPerson: boolean }): JSX.Element {
  const { onTakeBack, ofPerson, ...rows } = props;
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseWaiver);
  const columns = useMemo<Columns<Waiver, WaiverColumn>>(() => {
    const { date, amount, actions } = recordColumns(t, {
      dayOf: ({ day }: Waiver) => day,
      actionsOf: (waiver) => ({
        named: (action) =>
          t('payments.waived.rowAction', {
            action,
            amount: moneyText(leftOf(waiver), 'rs'),
            name: recordedText(waiver.userName),
          }),
        mayTakeBack,
        onTakeBack: () => onTakeBack(waiver),
      }),
    });
    return {
      member: !ofPerson && {
        label: t('payments.table.member'),
        isName: true,
        share: '18%',
        look: 'strong',
        render: (waiver) => <PersonLink {...waiver} />,
      },
      fine: {
        label: t('payments.waived.fine'),
        share: '24%',
        render: ({ userId, fineType, date: finedOn }) => {
          const text = t('payments.waived.of', { fineType: typeText(fineType), day: dayText(finedOn) });
          return ofPerson ? <bdi>{text}</bdi> : <TextLink to={finesOf(userId)}>{text}</TextLink>;
        },
      },
      reason: {
        label: t('payments.waived.why'),
        share: '24%',
        look: 'aside',
        render: ({ mistake, reason }) => (
          <bdi>{t(mistake ? 'payments.waived.mistake' : 'payments.waived.reason', { reason })}</bdi>
        ),
      },
      date,
      waivedBy: {
        label: t('payments.filter.waivedBy'),
        share: '14%',
        look: 'aside',
        render: ({ madeBy }) => <ActorLink who={madeBy} />,
      },
      amount,
      actions,
    };
  }, [t, mayTakeBack, onTakeBack, ofPerson]);
  return (
    <RecordTable
      label={t('payments.tabs.waived')}
      columns={columns}
      layout={ofPerson ? LAYOUT_OF_PERSON : LAYOUT}
      rows={rows}
    />
  );
}

const takeBackDialog = lazyPart(() => import('../../../ui/money/TakeBackWaiver.tsx'), areaTexts('collect'));

export default function Waived(): JSX.Element {
  const { t } = useTexts();
  const view = useListView(WAIVED_FORMAT);
  const found = WAIVED_FORMAT.asked(view);
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
        methods={[]}
        shown={shown}
        byOf={({ madeBy }) => madeBy}
        renderRows={(rows) => <WaiversTable {...rows} onTakeBack={takeBack} ofPerson={view.personId !== undefined} />}
        sums={list && <RecordSums count={list.totalItems} whole={list.waived} reversed={list.reversed} />}
        menu={[useExport(exportWaivers, { query: found })]}
      />
      <Suspense>{hasAsked && <takeBackDialog.Screen of={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

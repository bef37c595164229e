// The waivers of one page; what was taken back of one stands below it, with the reason.
import { IconArrowBackUp } from '@tabler/icons-react';
import { type JSX, useMemo } from 'react';
import { reverseWaiver, type Waiver } from '../../../../contract/money/waivers.ts';
import { useMay } from '../../../api/permission.ts';
import { dayText, personText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { finesOf } from '../../../routing/paths.ts';
import { TextLink } from '../../../ui/controls/TextLink.tsx';
import type { Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { RowActions } from '../../../ui/lists/table/RowActions.tsx';
import { moneyText } from '../../../ui/money/Money.tsx';
import { leftOf } from '../../../ui/money/payment-figures.ts';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import { Amount, isGone, type RecordTableProps, stateOf, takenBackOf, useFocusAfter } from '../RecordParts.tsx';

type WaiverColumn = 'member' | 'fine' | 'reason' | 'date' | 'waivedBy' | 'amount' | 'actions';

const LAYOUT: Layout<WaiverColumn> = {
  room: 'large',
  rows: {
    lines: [
      ['member', 'fine', 'amount', 'actions'],
      ['date', 'reason', 'amount', 'actions'],
      ['waivedBy', 'reason', 'amount', 'actions'],
    ],
    // Room for the widest amount and for the head of the actions.
    widths: 'minmax(0, 4fr) minmax(0, 7fr) 12rem 4.5rem',
    heads: true,
  },
  card: {
    lines: [
      ['member', 'amount'],
      ['fine', 'fine'],
      ['reason', 'reason'],
      ['date', 'actions'],
      ['waivedBy', 'actions'],
    ],
    widths: 'minmax(0, 1fr) fit-content(60%)',
  },
};

const LAYOUT_OF_PERSON: Layout<WaiverColumn> = {
  room: 'large',
  rows: {
    lines: [
      ['date', 'fine', 'amount', 'actions'],
      ['waivedBy', 'reason', 'amount', 'actions'],
    ],
    widths: 'minmax(0, 4fr) minmax(0, 7fr) max-content 4.5rem',
  },
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

/** `ofPerson`: they are all of one person, who stands above. */
export function WaiversTable(props: RecordTableProps<Waiver> & { ofPerson: boolean }): JSX.Element {
  const { items, stale, failed, empty, onTakeBack, ofPerson } = props;
  const { t } = useTexts();
  const columns = useMemo<Columns<Waiver, WaiverColumn>>(
    () => ({
      member: !ofPerson && {
        label: t('payments.table.member'),
        share: '18%',
        look: 'strong',
        render: (waiver) => <PersonLink {...waiver} />,
      },
      fine: {
        label: t('payments.waived.fine'),
        share: '24%',
        render: ({ userId, fineType, date }) => {
          const text = t('payments.waived.of', { fineType, day: dayText(date) });
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
      date: {
        label: t('payments.table.date'),
        tight: true,
        look: 'aside',
        render: ({ day }) => <time dateTime={day}>{dayText(day)}</time>,
      },
      waivedBy: {
        label: t('payments.filter.waivedBy'),
        share: '14%',
        look: 'aside',
        render: ({ madeBy }) => <bdi>{personText(madeBy)}</bdi>,
      },
      amount: {
        label: t('payments.table.amount'),
        align: 'end',
        tight: true,
        look: 'strong',
        render: (waiver) => <Amount of={waiver} />,
      },
      actions: {
        label: t('payments.table.actions'),
        align: 'end',
        tight: true,
        screenOnly: true,
        render: (waiver) => <WaiverActions waiver={waiver} onTakeBack={onTakeBack} />,
      },
    }),
    [t, onTakeBack, ofPerson],
  );
  return (
    <DataTable
      label={t('payments.tabs.waived')}
      columns={columns}
      layout={ofPerson ? LAYOUT_OF_PERSON : LAYOUT}
      rows={items}
      idOf={idOf}
      stale={stale}
      failed={failed}
      empty={empty}
      placeholders={4}
      below={takenBackOf}
      stateOf={stateOf}
    />
  );
}

const idOf = ({ id }: Waiver): string => id;

interface WaiverActionsProps {
  waiver: Waiver;
  onTakeBack: (waiver: Waiver) => void;
}

function WaiverActions({ waiver, onTakeBack }: WaiverActionsProps): JSX.Element {
  const { t } = useTexts();
  const mayTakeBack = useMay()(reverseWaiver);
  useFocusAfter(isGone(waiver));
  return (
    <RowActions
      named={() =>
        t('payments.waived.takeBackNamed', {
          amount: moneyText(leftOf(waiver), 'rs'),
          name: recordedText(waiver.userName),
        })
      }
      actions={[
        mayTakeBack &&
          !isGone(waiver) && {
            label: t('payments.table.takeBack'),
            icon: <IconArrowBackUp size={20} aria-hidden />,
            danger: true,
            onClick: () => onTakeBack(waiver),
          },
      ]}
    />
  );
}

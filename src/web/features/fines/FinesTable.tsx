// The recent fines, in a scroll area of their own if there is room for the columns.
import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Fine, payFines } from '../../../contract/fines/fines.ts';
import { useMay } from '../../api/session.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { type RowButtons, rowActionsColumn } from '../../ui/lists/table/row-parts.tsx';
import { FineDay } from '../../ui/feedback/status.tsx';
import { FineBadge, FineRest } from '../../ui/money/FineState.tsx';
import { Money, moneyText } from '../../ui/money/money.tsx';
import { BELOW_TABLET } from '../../ui/layout/media.ts';
import { type FineAction, useFineActions } from './fine-actions.tsx';
import { tickedAtOnce, tickedFines } from './ticks.ts';
import { type Ticked, useTickable } from './useTicked.ts';
import type { FinesList } from './list-changes.ts';
import { Person } from './Person.tsx';
import { TickAllBox, TickBox } from '../../ui/lists/table/TickBox.tsx';

export interface FinesTableProps {
  /** undefined while it is loading */
  list: FinesList | undefined;
  /** names the scroll area */
  labelledBy: string;
  /** the list shown is not yet the one asked for */
  waiting: boolean;
  empty: ReactNode;
  failed: ReactNode;
  /** an action on this fine is under way */
  isPending(fineId: string): boolean;
  onAction(action: FineAction, fine: Fine): void;
  onDetails(fine: Fine): void;
  ticked: Ticked;
  /** All fines are one person's, whose name stands above, and they scroll with the page. */
  ofPerson: boolean;
  /** A search is active, which looks in the notes as well. */
  searched: boolean;
}

type FineColumn = 'tick' | 'user' | 'fineType' | 'amount' | 'date' | 'status' | 'actions';

const CARD_WIDTHS = 'minmax(0, 1fr) max-content max-content';
const TICKED_WIDTHS = `max-content ${CARD_WIDTHS}`;
const ROW_WIDTHS = '44px minmax(0, 1fr) max-content 96px max-content';

const LAYOUT: Layout<FineColumn> = {
  room: 'medium',
  rows: {
    lines: [
      ['tick', 'user', 'amount', 'status', 'actions'],
      ['tick', 'fineType', 'date', 'status', 'actions'],
    ],
    widths: ROW_WIDTHS,
  },
  card: {
    lines: [
      ['user', 'amount', 'actions'],
      ['fineType', 'status', 'actions'],
      ['date', 'status', 'actions'],
    ],
    widths: CARD_WIDTHS,
  },
};

const LAYOUT_OF_PERSON: Layout<FineColumn> = {
  room: 'medium',
  rows: {
    lines: [
      ['tick', 'fineType', 'amount', 'status', 'actions'],
      ['tick', 'date', 'amount', 'status', 'actions'],
    ],
    widths: ROW_WIDTHS,
  },
  card: {
    lines: [
      ['fineType', 'amount', 'actions'],
      ['date', 'status', 'actions'],
    ],
    widths: CARD_WIDTHS,
  },
};

/** On cards there are boxes only while something is being ticked. */
const withTicks = (layout: Layout<FineColumn>): Layout<FineColumn> => ({
  ...layout,
  card: { lines: layout.card.lines.map((line) => ['tick', ...line]), widths: TICKED_WIDTHS },
});
const TICKING = withTicks(LAYOUT);
const TICKING_OF_PERSON = withTicks(LAYOUT_OF_PERSON);

export function FinesTable(props: FinesTableProps): ReactNode {
  const { list, labelledBy, waiting, empty, failed, ticked, ofPerson, searched, onDetails } = props;
  const { t } = useTexts();
  const mayTick = useMay()(payFines);
  const isTickable = useTickable();
  const buttonsOf = useFineButtons(props);
  const fines = list?.items;
  const isPhone = useMediaQuery(BELOW_TABLET) ?? false;
  const hasTicks = mayTick && (!isPhone || ticked.ticking);
  const columns = useMemo<Columns<Fine, FineColumn>>(
    () => ({
      tick: hasTicks && {
        label: t('fines.ticked.tickAll'),
        tight: true,
        screenOnly: true,
        head: <TickAll fines={(fines ?? []).filter(isTickable)} ticked={ticked} waiting={waiting} />,
        render: (fine) => isTickable(fine) && <Tick fine={fine} ticked={ticked} waiting={waiting} />,
      },
      user: !ofPerson && {
        label: t('fines.table.user'),
        isName: true,
        share: '28%',
        render: ({ userId, userName }) => <Person id={userId} userName={userName} />,
      },
      fineType: {
        label: t('fines.table.fineType'),
        ...(ofPerson && { isName: true }),
        share: 'auto',
        render: ({ fineType, description }) => (
          <>
            <span dir="auto">{typeText(fineType)}</span>
            {searched && description !== '' && (
              <Text dir="auto" c="dimmed" fz="xs">
                {description}
              </Text>
            )}
          </>
        ),
      },
      amount: {
        label: t('fines.table.amount'),
        align: 'end',
        look: 'strong',
        render: (fine) => (
          <>
            <Money paisa={fine.amount} format="rs" />
            <FineRest fine={fine} format="rs" />
          </>
        ),
      },
      date: {
        label: t('fines.table.date'),
        look: 'aside',
        render: (fine) => <FineDay fine={fine} brief />,
      },
      status: { label: t('fines.table.status'), render: (fine) => <FineBadge fine={fine} /> },
      actions: rowActionsColumn(t('fines.table.actions'), buttonsOf),
    }),
    [t, hasTicks, isTickable, fines, ticked, waiting, buttonsOf, ofPerson, searched],
  );
  return (
    <DataTable
      labelledBy={labelledBy}
      columns={columns}
      layout={hasTicks ? (ofPerson ? TICKING_OF_PERSON : TICKING) : ofPerson ? LAYOUT_OF_PERSON : LAYOUT}
      rows={fines}
      total={list?.totalItems}
      idOf={idOf}
      stale={waiting}
      empty={empty}
      failed={failed}
      placeholders={6}
      onOpen={onDetails}
      {...(mayTick && { ticking: ticked.ticking })}
      {...(!ofPerson && { scrollsIn: 400 })}
    />
  );
}

const idOf = ({ id }: Fine): string => id;

/** The buttons of a fine's row; its details stand in the menu for the keyboard. */
function useFineButtons({
  isPending,
  onAction,
  onDetails,
}: Pick<FinesTableProps, 'isPending' | 'onAction' | 'onDetails'>): (fine: Fine) => RowButtons {
  const { t } = useTexts();
  const actionsOf = useFineActions(onAction, isPending);
  return useCallback(
    (fine) => {
      const { paid, remove, collect, waive, unwaive } = actionsOf(fine);
      const details = { label: t('fines.details.open'), onClick: () => onDetails(fine) };
      const actions = [paid, remove];
      const others = [collect, waive, unwaive];
      const mayChange = [...actions, ...others].some((action) => action !== false);
      return {
        named: (action) =>
          t('fines.rowAction', {
            action,
            fineType: typeText(fine.fineType),
            userName: fine.userName,
            amount: moneyText(fine.amount, 'rs'),
            date: dayText(fine.date),
          }),
        actions: mayChange ? actions : [details],
        more: mayChange ? [details, ...others] : [],
      };
    },
    [t, actionsOf, onDetails],
  );
}

// The boxes that tick fines, one by one or all on the page, for an action on all of them.

interface TickProps {
  ticked: Ticked;
  /** the rows are those of the previous page */
  waiting: boolean;
}

function Tick({ fine, ticked, waiting }: TickProps & { fine: Fine }): ReactNode {
  const { t } = useTexts();
  const { fineType, userName, amount, date } = fine;
  return (
    <TickBox
      label={t('fines.ticked.tick', {
        fineType: typeText(fineType),
        userName,
        amount: moneyText(amount, 'rs'),
        date: dayText(date),
      })}
      checked={ticked.ticks.get(fine.id) === fine.status}
      disabled={waiting}
      onChange={(on) => (on ? ticked.tick([fine]) : ticked.untick([fine.id]))}
    />
  );
}

/** `fines`: those that can be ticked. */
function TickAll({ fines, ticked, waiting }: TickProps & { fines: readonly Fine[] }): ReactNode {
  const { t } = useTexts();
  const all = tickedAtOnce(fines);
  const isPaid = all[0]?.status === 'Paid';
  return (
    <TickAllBox
      label={t(isPaid ? 'fines.ticked.tickAllPaid' : 'fines.ticked.tickAll')}
      rows={all.length}
      ticked={tickedFines(all, ticked.ticks).length}
      disabled={waiting}
      onChange={(on) => (on ? ticked.tick(all) : ticked.untick(all.map(({ id }) => id)))}
    />
  );
}

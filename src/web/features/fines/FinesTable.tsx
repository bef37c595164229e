// The recent fines, in a scroll area of their own if there is room for the columns.
import { IconCash, IconCashOff, IconEye, IconHeartHandshake, IconHeartOff, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { deleteFine, type Fine, payFines, setFineStatus } from '../../../contract/fines/fines.ts';
import { reverseWaiver, waiveFine } from '../../../contract/money/waivers.ts';
import { isWaived } from '../../../core/fines/fine.ts';
import { useMay, useMayChange } from '../../api/session.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import type { Columns, Layout } from '../../ui/lists/table/columns.ts';
import { DataTable } from '../../ui/lists/table/DataTable.tsx';
import { type RowButtons, rowActionsColumn } from '../../ui/lists/table/row-parts.tsx';
import { FineDay } from '../../ui/feedback/status.tsx';
import { FineBadge, FineRest } from '../../ui/money/FineState.tsx';
import { Money, moneyText } from '../../ui/money/money.tsx';
import { type Ticked, useTickable } from './ticked/useTicked.ts';
import type { FinesList } from './list-changes.ts';
import classes from './fines.module.css';
import { Person } from './Person.tsx';
import { TickAllBox, TickBox } from '../../ui/lists/table/TickBox.tsx';
import { tickedAtOnce, tickedFines } from './ticked/ticks.ts';

/** The actions of a row's buttons; each is confirmed before it is done. */
export type FineAction = 'mark-paid' | 'mark-unpaid' | 'waive' | 'unwaive' | 'delete';

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

/**
 * The first column is at least as wide as a check box, so that the names line up whether or not a fine can be ticked.
 * The actions' width goes to the last but one: in the last, it would leave no room for the name.
 */
const CARD_WIDTHS = 'minmax(1.25rem, max-content) minmax(0, 1fr) auto minmax(0, max-content)';

const LAYOUT: Layout<FineColumn> = {
  room: 'medium',
  rows: {
    lines: [
      ['tick', 'user', 'amount', 'status', 'actions'],
      ['tick', 'fineType', 'date', 'status', 'actions'],
    ],
    widths: '44px minmax(0, 1fr) max-content 96px max-content',
  },
  card: {
    lines: [
      ['tick', 'user', 'user', 'amount'],
      ['fineType', 'fineType', 'fineType', 'fineType'],
      ['date', 'date', 'actions', 'actions'],
      ['status', 'status', 'actions', 'actions'],
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
    widths: '44px minmax(0, 1fr) max-content 96px max-content',
  },
  card: {
    lines: [
      ['tick', 'fineType', 'fineType', 'amount'],
      ['date', 'date', 'actions', 'actions'],
      ['status', 'status', 'actions', 'actions'],
    ],
    widths: CARD_WIDTHS,
  },
};

export function FinesTable(props: FinesTableProps): ReactNode {
  const { list, labelledBy, waiting, empty, failed, ticked, ofPerson, searched } = props;
  const { t } = useTexts();
  const mayTick = useMay()(payFines);
  const isTickable = useTickable();
  const buttonsOf = useFineButtons(props);
  const fines = list?.items;
  const columns = useMemo<Columns<Fine, FineColumn>>(
    () => ({
      tick: mayTick && {
        label: t('fines.ticked.tickAll'),
        tight: true,
        screenOnly: true,
        head: <TickAll fines={(fines ?? []).filter(isTickable)} ticked={ticked} waiting={waiting} />,
        render: (fine) => isTickable(fine) && <Tick fine={fine} ticked={ticked} waiting={waiting} />,
      },
      user: !ofPerson && {
        label: t('fines.table.user'),
        isName: true,
        share: '22%',
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
              <small dir="auto" className={classes.finesNote}>
                {description}
              </small>
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
        render: (fine) => <FineDay fine={fine} />,
      },
      status: { label: t('fines.table.status'), render: (fine) => <FineBadge fine={fine} /> },
      actions: rowActionsColumn(t('fines.table.actions'), buttonsOf),
    }),
    [t, mayTick, isTickable, fines, ticked, waiting, buttonsOf, ofPerson, searched],
  );
  return (
    <DataTable
      labelledBy={labelledBy}
      columns={columns}
      layout={ofPerson ? LAYOUT_OF_PERSON : LAYOUT}
      rows={fines}
      total={list?.totalItems}
      idOf={idOf}
      stale={waiting}
      empty={empty}
      failed={failed}
      placeholders={6}
      // People who can only read have one button, beside which everything has room.
      {...(mayTick && { stateOf })}
      {...(!ofPerson && { scrollsIn: 400 })}
    />
  );
}

const idOf = ({ id }: Fine): string => id;
/** Such a fine has one more button. */
const stateOf = (fine: Fine): string | undefined =>
  fine.waivedAmount > 0 && !isWaived(fine) ? 'part-waived' : undefined;

/** The buttons of a fine's row. */
function useFineButtons({
  isPending,
  onAction,
  onDetails,
}: Pick<FinesTableProps, 'isPending' | 'onAction' | 'onDetails'>): (fine: Fine) => RowButtons {
  const { t } = useTexts();
  const may = useMay();
  const { removeFine } = useMayChange();
  return useCallback(
    (fine) => {
      const mayRemove = removeFine(fine.id);
      const isPaid = fine.status === 'Paid';
      const isAllWaived = isWaived(fine);
      const busy = isPending(fine.id);
      const act = (action: FineAction) => ({ busy, onClick: () => onAction(action, fine) });
      return {
        named: (action) =>
          t('fines.rowAction', {
            action,
            fineType: typeText(fine.fineType),
            userName: fine.userName,
            amount: moneyText(fine.amount, 'rs'),
            date: dayText(fine.date),
          }),
        actions: [
          {
            label: t('fines.details.open'),
            icon: <IconEye size={20} aria-hidden />,
            onClick: () => onDetails(fine),
          },
          !isAllWaived &&
            may(setFineStatus) &&
            (isPaid
              ? mayRemove && {
                  ...act('mark-unpaid'),
                  label: t('fines.markUnpaid'),
                  icon: <IconCashOff size={20} aria-hidden />,
                }
              : {
                  ...act('mark-paid'),
                  label: t('fines.markPaid'),
                  icon: <IconCash size={20} aria-hidden />,
                  color: 'green',
                }),
          fine.amount > 0 &&
            !isAllWaived &&
            may(waiveFine) && {
              ...act('waive'),
              label: t('fines.waive.action'),
              icon: <IconHeartHandshake size={20} aria-hidden />,
            },
          fine.waivedAmount > 0 &&
            may(reverseWaiver) && {
              ...act('unwaive'),
              label: t('fines.unwaive.title'),
              icon: <IconHeartOff size={20} aria-hidden />,
            },
          may(deleteFine) &&
            mayRemove && {
              ...act('delete'),
              label: t('fines.delete'),
              icon: <IconTrash size={20} aria-hidden />,
              danger: true,
            },
        ],
      };
    },
    [t, may, removeFine, isPending, onAction, onDetails],
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

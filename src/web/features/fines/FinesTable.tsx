// The recent fines: a table in its own scroll area; where its frame is too narrow for the columns, the rows are cards.
import { IconCash, IconCashOff, IconEye, IconHeartHandshake, IconHeartOff, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { memo } from 'react';
import type { Fine } from '../../../contract/fines/fines.ts';
import { isWaived } from '../../../core/fines/fine.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { busyButton } from '../../ui/controls/busy-button.ts';
import { FineBadge, FineRest } from '../../ui/money/FineState.tsx';
import { FOCUS_AFTER_DELETION } from '../../ui/dialogs/focus.ts';
import { IconAction } from '../../ui/controls/IconAction.tsx';
import { Money, moneyText } from '../../ui/money/Money.tsx';

import { useFew } from '../../ui/lists/useFew.ts';
import classes from './list.module.css';
import { Person } from './Person.tsx';
import { Tick, TickAll } from './changing/Tick.tsx';
import type { Ticked } from './changing/useTicked.ts';
import { isTickable } from './changing/useTicked.ts';
import { deleteFine, payFines, setFineStatus } from '../../../contract/fines/fines.ts';
import { takeBackWaiver, waiveFine } from '../../../contract/money/waivers.ts';
import { useMay, useMayChange } from '../../api/permission.ts';

/** What a row's buttons ask for; each is confirmed before it is done. */
export type FineAction = 'mark-paid' | 'mark-unpaid' | 'waive' | 'unwaive' | 'delete';

export interface FinesTableProps {
  fines: readonly Fine[];
  /** names the scroll area */
  labelledBy: string;
  /** the list shown is not the one asked for yet */
  waiting: boolean;
  /** an action on this fine is under way */
  isPending(fineId: string): boolean;
  onAction(action: FineAction, fine: Fine): void;
  onDetails(fine: Fine): void;
  ticked: Ticked;
}

/** Memoized: a press elsewhere on the screen must not wait for its rows. */
export const FinesTable = memo(ShownFinesTable);

function ShownFinesTable(props: FinesTableProps): ReactNode {
  const { t } = useTexts();
  const { fines, labelledBy, waiting } = props;
  const few = useFew(fines.length);
  const may = useMay();
  const mayTick = may(payFines);

  return (
    <div className={classes['frame']}>
      <div
        {...FOCUS_AFTER_DELETION}
        role="region"
        aria-labelledby={labelledBy}
        // A scroll area must be reachable by keyboard.
        tabIndex={0}
        className={classes['scrollArea']}
        data-waiting={waiting || undefined}
        aria-busy={waiting}
      >
        <table className={classes['table']} aria-labelledby={labelledBy}>
          <thead>
            <tr>
              {mayTick && <TickAll {...props} />}
              <th scope="col">{t('fines.table.user')}</th>
              <th scope="col">{t('fines.table.fineType')}</th>
              <th scope="col" className={classes['amount']}>
                {t('fines.table.amount')}
              </th>
              <th scope="col">{t('fines.table.date')}</th>
              <th scope="col">{t('fines.table.status')}</th>
              <th scope="col" className={classes['actions']} data-screen-only>
                {t('fines.table.actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {fines.slice(0, few).map((fine) => (
              <tr key={fine.id} data-part-waived={(fine.waivedAmount > 0 && !isWaived(fine)) || undefined}>
                {mayTick && (
                  <td className={classes['tick']} data-screen-only>
                    {isTickable(fine) && <Tick fine={fine} {...props} />}
                  </td>
                )}
                <td className={classes['user']}>
                  <Person id={fine.userId} userName={fine.userName} />
                </td>
                <td className={classes['fineType']}>
                  <span dir="auto">{fine.fineType}</span>
                </td>
                <td className={classes['amount']}>
                  <Money rupees={fine.amount} format="rs" />
                  <FineRest fine={fine} format="rs" />
                </td>
                <td className={classes['date']}>
                  <Day fine={fine} />
                </td>
                <td className={classes['status']}>
                  <FineBadge fine={fine} />
                </td>
                <td className={classes['actions']} data-screen-only>
                  <FineActions fine={fine} {...props} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Day({ fine }: { fine: Fine }): ReactNode {
  return <time dateTime={fine.date}>{dayText(fine.date)}</time>;
}

function FineActions({
  fine,
  isPending,
  onAction,
  onDetails,
}: Pick<FinesTableProps, 'isPending' | 'onAction' | 'onDetails'> & { fine: Fine }): ReactNode {
  const { t } = useTexts();
  const paid = fine.status === 'Paid';
  const waiting = isPending(fine.id);
  const named = (action: string): string =>
    t('fines.rowAction', {
      action,
      fineType: fine.fineType,
      userName: fine.userName,
      amount: moneyText(fine.amount, 'rs'),
    });
  const may = useMay();
  const mayRemove = useMayChange().removeFine(fine.id);
  const waived = isWaived(fine);
  const statusLabel = paid ? t('fines.markUnpaid') : t('fines.markPaid');
  const act = (action: FineAction) => (): void => {
    if (!waiting) onAction(action, fine);
  };
  return (
    <span className={classes['rowActions']}>
      <IconAction
        label={t('fines.details.open')}
        accessibleLabel={named(t('fines.details.open'))}
        icon={<IconEye size={20} aria-hidden />}
        onClick={() => onDetails(fine)}
      />
      {!waived && may(setFineStatus) && (!paid || mayRemove) && (
        <IconAction
          {...busyButton(waiting)}
          label={statusLabel}
          accessibleLabel={named(statusLabel)}
          color={paid ? 'gray' : 'green'}
          icon={paid ? <IconCashOff size={20} aria-hidden /> : <IconCash size={20} aria-hidden />}
          onClick={act(paid ? 'mark-unpaid' : 'mark-paid')}
        />
      )}
      {fine.amount > 0 && !waived && may(waiveFine) && (
        <IconAction
          {...busyButton(waiting)}
          label={t('fines.waive.action')}
          accessibleLabel={named(t('fines.waive.action'))}
          color="gray"
          icon={<IconHeartHandshake size={20} aria-hidden />}
          onClick={act('waive')}
        />
      )}
      {fine.waivedAmount > 0 && may(takeBackWaiver) && (
        <IconAction
          {...busyButton(waiting)}
          label={t('fines.unwaive.title')}
          accessibleLabel={named(t('fines.unwaive.title'))}
          color="gray"
          icon={<IconHeartOff size={20} aria-hidden />}
          onClick={act('unwaive')}
        />
      )}
      {may(deleteFine) && mayRemove && (
        <IconAction
          {...busyButton(waiting)}
          label={t('fines.delete')}
          accessibleLabel={named(t('fines.delete'))}
          color="red"
          icon={<IconTrash size={20} aria-hidden />}
          onClick={act('delete')}
        />
      )}
    </span>
  );
}

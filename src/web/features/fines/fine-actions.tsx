// What may be done with a fine: in its row, in the row's menu, and in its details. Each asks before it does anything.
import { IconCash, IconCashOff, IconTrash } from '@tabler/icons-react';
import { useCallback } from 'react';
import { deleteFine, type Fine, setFineStatus } from '../../../contract/fines/fines.ts';
import { takePayment } from '../../../contract/money/payments.ts';
import { reverseWaiver, waiveFine } from '../../../contract/money/waivers.ts';
import { isWaived } from '../../../core/fines/fine.ts';
import { useMay, useMayChange } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import type { RowAction } from '../../ui/lists/table/row-parts.tsx';

export type FineAction = 'mark-paid' | 'mark-unpaid' | 'collect' | 'waive' | 'unwaive' | 'delete';

export interface FineActions {
  /** "Mark Paid" or "Mark Unpaid" */
  paid: RowAction | false;
  collect: RowAction | false;
  waive: RowAction | false;
  unwaive: RowAction | false;
  remove: RowAction | false;
}

export function useFineActions(
  onAction: (action: FineAction, fine: Fine) => void,
  isPending: (fineId: string) => boolean,
): (fine: Fine) => FineActions {
  const { t } = useTexts();
  const may = useMay();
  const { removeFine } = useMayChange();
  return useCallback(
    (fine) => {
      const mayRemove = removeFine(fine.id);
      const isAllWaived = isWaived(fine);
      const busy = isPending(fine.id);
      const act = (action: FineAction) => ({ busy, onClick: () => onAction(action, fine) });
      const paid: RowAction | false =
        fine.status === 'Paid'
          ? mayRemove && {
              ...act('mark-unpaid'),
              folds: true,
              label: t('fines.markUnpaid'),
              icon: <IconCashOff size={20} aria-hidden />,
            }
          : {
              ...act('mark-paid'),
              folds: true,
              label: t('fines.markPaid'),
              icon: <IconCash size={20} aria-hidden />,
              color: 'green',
            };
      return {
        paid: !isAllWaived && may(setFineStatus) && paid,
        collect: fine.status === 'Pending' && may(takePayment) && { ...act('collect'), label: t('common.collect') },
        waive: fine.amount > 0 && !isAllWaived && may(waiveFine) && { ...act('waive'), label: t('fines.waive.action') },
        unwaive: fine.waivedAmount > 0 && may(reverseWaiver) && { ...act('unwaive'), label: t('fines.unwaive.title') },
        remove: may(deleteFine) &&
          mayRemove && {
            ...act('delete'),
            label: t('fines.delete'),
            icon: <IconTrash size={20} aria-hidden />,
            danger: true,
            folds: true,
          },
      };
    },
    [t, may, removeFine, isPending, onAction],
  );
}

// The boxes that tick fines, one by one or all on the page, for an action on all of them.
import type { ReactNode } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { TickAllBox, TickBox } from '../../../ui/lists/table/TickBox.tsx';
import { moneyText } from '../../../ui/money/Money.tsx';
import type { Ticked } from './useTicked.ts';
import { tickedAtOnce, tickedFines } from './ticks.ts';

interface TickProps {
  ticked: Ticked;
  /** the rows are those of the previous page */
  waiting: boolean;
}

export function Tick({ fine, ticked, waiting }: TickProps & { fine: Fine }): ReactNode {
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
export function TickAll({ fines, ticked, waiting }: TickProps & { fines: readonly Fine[] }): ReactNode {
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

// What deleting several fines does to others, as shown in the question before it (LIST-35).
import type { ReactNode } from 'react';
import type { Fine } from '../../../../contract/fines/fines.ts';
import { readDeletions } from '../../../../contract/fines/several-fines.ts';
import type { Output } from '../../../../contract/operation.ts';
import { useRead } from '../../../api/hooks.ts';
import { useMayChange } from '../../../api/permission.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { moneyText } from '../../../ui/money/Money.tsx';
import classes from './questions.module.css';

interface Told {
  /** undefined until known */
  reductions: Output<typeof readDeletions>['reductions'] | undefined;
  failed: boolean;
  /** It affects a fine that somebody else has to decide on. */
  isForbidden: boolean;
}

/** `fines`: empty while nothing is asked. */
export function useReducedTogether(fines: readonly Fine[]): Told {
  const mayChange = useMayChange();
  const read = useRead(
    readDeletions,
    { body: { fineIds: fines.map(({ id }) => id) } },
    { enabled: fines.length > 0, keepPrevious: false },
  );
  // An answer to an earlier question may no longer be true.
  const reductions = fines.length === 0 || read.isFetching ? undefined : read.data?.reductions;
  const isForbidden = reductions?.some(({ fineId }) => !mayChange.removeFine(fineId)) ?? false;
  return { reductions, failed: read.isError, isForbidden };
}

export function ReducedTogether({ told: { reductions, failed, isForbidden } }: { told: Told }): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes['consequence']} aria-live="polite">
      {reductions === undefined ? (
        t(failed ? 'fines.confirmDelete.unknown' : 'fines.confirmDelete.looking')
      ) : reductions.length === 0 ? (
        t('fines.confirmDelete.nothingElse')
      ) : (
        <>
          {t('fines.ticked.reduces', { count: reductions.length })}
          <ul className={classes['reduced']}>
            {reductions.map(({ fineId, fineType, date, from, to, toGiveBack }) => (
              <li key={fineId}>
                {t(toGiveBack > 0 ? 'fines.ticked.reducedPaid' : 'fines.ticked.reduced', {
                  fineType: typeText(fineType),
                  date: dayText(date),
                  from: moneyText(from, 'rs'),
                  to: moneyText(to, 'rs'),
                  difference: moneyText(toGiveBack, 'rs'),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {isForbidden && ` ${t('fines.confirmDelete.notOwn')}`}
    </div>
  );
}

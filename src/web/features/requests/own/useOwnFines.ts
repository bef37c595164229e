// The member's own fines that a request can be about, as many as a list in a dialog holds.
import { type ExplainedFine, listUserFines } from '../../../../contract/overview.ts';
import { MAX_FINES_CLAIMED } from '../../../../core/limits.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';

export interface OwnFines {
  /** undefined until they are known */
  fines: readonly ExplainedFine[] | undefined;
  /** there are more of them */
  more: boolean;
  failed: boolean;
  tryAgain: () => void;
}

/** `which`: the oldest that are still to be paid, or the newest of all. */
export function useOwnFines(which: 'owed' | 'all', enabled: boolean): OwnFines {
  const userId = useSession().principal?.userId ?? '';
  const only = which === 'owed' ? ({ status: 'Pending', order: 'oldest' } as const) : ({ order: 'newest' } as const);
  const query = useRead(
    listUserFines,
    { params: { userId }, query: { ...only, pageSize: MAX_FINES_CLAIMED } },
    { enabled: enabled && userId !== '', keepPrevious: false },
  );
  const fines = query.data?.items.filter(({ outstanding, amount, waivedAmount }) =>
    which === 'owed' ? outstanding > 0 : amount > waivedAmount,
  );
  return {
    fines,
    more: (query.data?.totalItems ?? 0) > MAX_FINES_CLAIMED,
    failed: query.isError,
    tryAgain: () => void query.refetch(),
  };
}

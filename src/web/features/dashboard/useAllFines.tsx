// The fines a card shows: the newest ones that came with the user, or, once opened, all of them, a page at a time.
import { type ReactNode, useCallback } from 'react';
import type { Fine } from '../../../contract/fines/fines.ts';
import { type UserSummary, listUserFines } from '../../../contract/overview.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { useRead } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { pageCount } from '../../ui/lists/paging/page-numbers.ts';
import { Pager, useLastPage } from '../../ui/lists/paging/paging.tsx';
import { useStickyError } from './queries.ts';
import type { TurnTo } from './cards/useOpenCards.ts';

/** About one screenful; somebody may have thousands. */
const PAGE_SIZE = 20;

interface AllFines {
  fines: readonly Fine[];
  opened: boolean;
  loading: boolean;
  /** the fines shown are those of the previous page */
  waiting: boolean;
  failed: boolean;
  pager: ReactNode;
  tryAgain: () => void;
}

/** `openPage`: the page of all fines that is open, undefined while only the newest ones show. */
export function useAllFines(
  { userId, userName, summary, latestFines }: UserSummary,
  openPage: number | undefined,
  turnTo: TurnTo,
): AllFines {
  const { t } = useTexts();
  const page = summary.fineCount > DASHBOARD.finesShown ? openPage : undefined;
  const opened = page !== undefined;
  const read = useRead(
    listUserFines,
    { params: { userId }, query: { page: page ?? 1, pageSize: PAGE_SIZE } },
    { enabled: opened },
  );
  const failed = useStickyError(read) !== null && opened;
  const waiting = opened && read.isPlaceholderData;

  const { data } = read;
  const turn = useCallback((next: number) => turnTo(userId, next), [turnTo, userId]);
  useLastPage(
    page ?? 1,
    data === undefined || waiting || !opened ? undefined : pageCount(data.totalItems, data.pageSize),
    turn,
  );

  return {
    fines: opened && data !== undefined ? data.items : latestFines,
    opened,
    loading: opened && read.isFetching && (data === undefined || waiting),
    waiting,
    failed,
    pager:
      opened && data !== undefined ? (
        <Pager
          page={page}
          pages={pageCount(data.totalItems, data.pageSize)}
          label={t('dashboard.user.pages', { name: userName })}
          onChange={turn}
        />
      ) : null,
    tryAgain: () => void read.refetch(),
  };
}

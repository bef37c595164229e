// Users to choose from, found by typing and loaded a page at a time: of 10,000 users only those looked at are read.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Output } from '../../../contract/operation.ts';
import { listUserOptions } from '../../../contract/users.ts';
import { call } from '../../api/call.ts';

type OptionsPage = Output<typeof listUserOptions>;
export type UserOption = OptionsPage['items'][number];

export interface UserOptions {
  items: UserOption[];
  /** how many more there are than `items` */
  more: number;
  /** `items` answer exactly this search, not the one typed before it */
  fresh: boolean;
  loading: boolean;
  failed: boolean;
  loadMore(): void;
  retry(): void;
}

/** Users by name whose name, e-mail or id contains the search term. */
export function useUserOptions(search: string, enabled = true): UserOptions {
  const query = useInfiniteQuery({
    queryKey: [listUserOptions.id, 'pages', search] as const,
    queryFn: ({ pageParam, signal }): Promise<OptionsPage> =>
      call(listUserOptions, { query: { search, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.pageSize < last.totalItems ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;

  const items = useMemo(() => {
    // A user added meanwhile shifts the pages, so that somebody may appear twice.
    const byId = new Map<string, UserOption>();
    for (const page of data?.pages ?? []) for (const item of page.items) byId.set(item.id, item);
    return [...byId.values()];
  }, [data]);

  return {
    items,
    more: hasNextPage ? Math.max(0, (data?.pages.at(-1)?.totalItems ?? 0) - items.length) : 0,
    fresh: data !== undefined && !query.isPlaceholderData,
    loading: query.isFetching,
    failed: query.isLoadingError,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    retry: () => void refetch(),
  };
}

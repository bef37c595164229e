// What "Add New Fine" needs to know of members and fine types, kept on the device before the connection is lost.
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { listFineTypes } from '../../../contract/fines/fines.ts';
import type { Output } from '../../../contract/operation.ts';
import { listUserOptions } from '../../../contract/users.ts';
import { matches, searchKey } from '../../../core/text/search.ts';
import { call } from '../call.ts';
import { recordedType } from '../../messages/fine-types.ts';

type Options = Output<typeof listUserOptions>;
type Types = Output<typeof listFineTypes>;

const PAGE_SIZE = 100;
/** By name; in a larger organisation the other members are found only by searches made before. */
const MAX_PAGES = 20;
/** Half a day, because members rarely change. */
export const FRESH_MS = 12 * 60 * 60_000;

export const ALL_MEMBERS = [listUserOptions.id, 'all'] as const;
const ALL_TYPES = [listFineTypes.id, { query: { search: '' } }] as const;

/** Reads both; like everything that is read, they are kept. */
export async function readForFining(client: QueryClient): Promise<void> {
  await client.prefetchQuery({
    queryKey: ALL_TYPES,
    queryFn: ({ signal }) => call(listFineTypes, { query: {} }, { signal }),
  });
  await client.prefetchQuery({
    queryKey: ALL_MEMBERS,
    queryFn: async ({ signal }) => {
      const items: Options['items'] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const { items: more, totalItems } = await call(
          listUserOptions,
          { query: { page, pageSize: PAGE_SIZE } },
          { signal },
        );
        items.push(...more);
        if (items.length >= totalItems || more.length === 0) break;
      }
      return items;
    },
  });
}

/** The name of a kept answer from which this query can be answered, and how; null for all other queries. */
export function answeredFrom(key: readonly unknown[]): { name: string; answer: (kept: unknown) => unknown } | null {
  if (key[0] === listUserOptions.id && key[1] === 'pages') {
    return { name: hashKey(ALL_MEMBERS), answer: (kept) => membersFor(kept as Options['items'], String(key[2])) };
  }
  if (key[0] === listFineTypes.id) {
    const { query } = key[1] as { query: { search?: string } };
    return { name: hashKey(ALL_TYPES), answer: (kept) => typesFor(kept as Types, query.search ?? '') };
  }
  return null;
}

/** Like the pages of useUserOptions: names that begin with the search come first. */
function membersFor(all: Options['items'], search: string): { pages: Options[]; pageParams: number[] } {
  const found = all.filter(({ id, userName, userEmail }) => matches([userName, userEmail ?? '', id], search));
  const begins = ({ userName }: Options['items'][number]): boolean => searchKey(userName).startsWith(searchKey(search));
  const items = [...found.filter(begins), ...found.filter((one) => !begins(one))];
  return {
    pages: [{ items, page: 1, pageSize: Math.max(1, items.length), totalItems: items.length }],
    pageParams: [1],
  };
}

const typesFor = (all: Types, search: string): Types => ({
  ...all,
  items: all.items.filter(({ fineType, urduName }) => matches([recordedType(fineType), urduName], search)),
});

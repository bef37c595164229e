// The users just added in this window: marked in the list for a while, and offered first for sign-in links.
import { listUsers } from '../../../../contract/users.ts';
import { call } from '../../../api/call.ts';
import { createStore, useStore } from '../../../store.ts';

const MARKED_MS = 30_000;
const NOBODY: ReadonlySet<string> = new Set();

const marked = createStore(NOBODY);
let added = NOBODY;
let timer: ReturnType<typeof setTimeout> | undefined;

export function markNew(ids: readonly string[]): void {
  added = new Set(ids);
  clearTimeout(timer);
  timer = setTimeout(() => marked.set(NOBODY), MARKED_MS);
  marked.set(added);
}

/** The ids of those added last, even when they are no longer marked. */
export const addedLast = (): ReadonlySet<string> => added;

/** The ids of those who are marked now. */
export const useMarked = (): ReadonlySet<string> => useStore(marked);

/** The page that contains a user who was just added; the first page if that cannot be read. */
export async function pageOfUser(userId: string | undefined, pageSize: number): Promise<number> {
  if (userId === undefined) return 1;
  try {
    return (await call(listUsers, { query: { with: userId, pageSize } })).page;
  } catch {
    return 1;
  }
}

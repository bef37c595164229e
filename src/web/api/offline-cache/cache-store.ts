// Answers kept on this device in IndexedDB, and how many of them for how long. It throws if storage is refused or full;
// then callers go on without it.
import { clear, createStore, delMany, entries, getMany, setMany } from 'idb-keyval';

/** An answer, as JSON. */
export interface CachedAnswer {
  /** the account it was given to, see `ownerOf` in offline-cache.ts */
  owner: string;
  /** when it was current, in milliseconds */
  at: number;
  text: string;
}

export const LIMITS = {
  days: 30,
  /** maximum characters of one answer */
  one: 500_000,
  /** maximum characters of all answers */
  all: 4_000_000,
};

const DAY_MS = 86_400_000;

const store = createStore('jurmana', 'answers');

export const isFresh = ({ at }: Pick<CachedAnswer, 'at'>, now: number): boolean => now - at <= LIMITS.days * DAY_MS;

/** The names of the answers to remove: those that are too old or do not fit; the newest stay. */
export function superfluous(all: readonly (readonly [name: string, kept: CachedAnswer])[], now: number): string[] {
  let size = 0;
  const isKept = ({ at, text }: CachedAnswer): boolean => {
    size += text.length;
    return isFresh({ at }, now) && size <= LIMITS.all;
  };
  const newestFirst = all.toSorted(([, a], [, b]) => b.at - a.at);
  return newestFirst.filter(([, kept]) => !isKept(kept)).map(([name]) => name);
}

export const readCached = async (names: string[]): Promise<(CachedAnswer | undefined)[]> =>
  getMany<CachedAnswer | undefined>(names, store);

export const put = async (answers: [name: string, kept: CachedAnswer][]): Promise<void> => setMany(answers, store);

export const forgetAll = async (): Promise<void> => clear(store);

export async function tidy(): Promise<void> {
  const names = superfluous(await entries<string, CachedAnswer>(store), Date.now());
  if (names.length > 0) await delMany(names, store);
}

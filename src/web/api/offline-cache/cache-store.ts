// Answers kept on this device in IndexedDB, and how many of them for how long. It throws if storage is refused or full;
// then callers go on without it.
import { CONTRACT_FINGERPRINT } from '../../../contract/index.ts';
import { clear, createStore, delMany, entries, getMany, setMany } from 'idb-keyval';

/** An answer, as JSON like that which was sent. */
export interface CachedAnswer {
  /** the account it was given to, see `ownerOf` in offline-cache.ts */
  owner: string;
  /** the fingerprint of the contract it was given under */
  contract: string;
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

/** Neither too old nor of another version, in which it may have had another shape. */
export const isFresh = ({ at, contract }: Pick<CachedAnswer, 'at' | 'contract'>, now: number): boolean =>
  contract === CONTRACT_FINGERPRINT && now - at <= LIMITS.days * DAY_MS;

/** The names of the answers to remove: those that are not fresh or do not fit; the newest stay. */
export function superfluous(all: readonly (readonly [name: string, kept: CachedAnswer])[], now: number): string[] {
  let size = 0;
  const isKept = (kept: CachedAnswer): boolean => {
    size += kept.text.length;
    return isFresh(kept, now) && size <= LIMITS.all;
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

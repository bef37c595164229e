// What was read, kept on this device in IndexedDB, and how much of it for how long. It fails where storage is refused or full;
// whoever calls goes on without.
import { clear, createStore, delMany, entries, get, setMany } from 'idb-keyval';

/** An answer, as JSON. */
export interface Kept {
  /** whom it was given to, see `ownerOf` in kept-answers.ts */
  owner: string;
  /** when it was current, in milliseconds */
  at: number;
  text: string;
}

export const LIMITS = {
  days: 30,
  /** characters of one answer */
  one: 500_000,
  /** characters of all */
  all: 4_000_000,
};

const DAY_MS = 86_400_000;

const store = createStore('jurmana', 'answers');

export const isFresh = ({ at }: Pick<Kept, 'at'>, now: number): boolean => now - at <= LIMITS.days * DAY_MS;

/** The names of those that are to go: too old, or beyond what fits, where the newest stay. */
export function superfluous(all: readonly (readonly [name: string, kept: Kept])[], now: number): string[] {
  let size = 0;
  const isKept = ({ at, text }: Kept): boolean => {
    size += text.length;
    return isFresh({ at }, now) && size <= LIMITS.all;
  };
  const newestFirst = all.toSorted(([, a], [, b]) => b.at - a.at);
  return newestFirst.filter(([, kept]) => !isKept(kept)).map(([name]) => name);
}

export const readKept = async (name: string): Promise<Kept | undefined> => get<Kept>(name, store);

export const keep = async (answers: [name: string, kept: Kept][]): Promise<void> => setMany(answers, store);

export const forgetAll = async (): Promise<void> => clear(store);

export async function tidy(): Promise<void> {
  const names = superfluous(await entries<string, Kept>(store), Date.now());
  if (names.length > 0) await delMany(names, store);
}

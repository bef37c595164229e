// Processes a long list in parts, so that other requests are answered in between.
import { setImmediate as othersFirst } from 'node:timers/promises';

/** Few enough to delay nobody, even if each item is as long as allowed and must be folded. */
const PART = 100;

/** The results of `work` for each part of the list. `from`: the position of the part's first item. */
export async function inParts<T, R>(
  list: readonly T[],
  work: (part: readonly T[], from: number) => R | Promise<R>,
  size = PART,
): Promise<Awaited<R>[]> {
  const made: Awaited<R>[] = [];
  for (let from = 0; from < list.length; from += size) {
    if (from > 0) await othersFirst();
    made.push(await work(list.slice(from, from + size), from));
  }
  return made;
}

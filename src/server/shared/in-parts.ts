// Work on a long list, a part at a time: between parts other requests are answered.
import { setImmediate as othersFirst } from 'node:timers/promises';

/** Few enough that working on them delays nobody, even where each is folded and as long as allowed. */
const PART = 100;

/** What `work` makes of each part of the list. `from`: the place of the part's first item. */
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

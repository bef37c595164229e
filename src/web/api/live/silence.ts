// Lines fall silent without a word, which the feed notices late: a read that is not answered tells sooner.
import { setSilent } from './connection.ts';

/** A read without an answer for so long, in milliseconds, says that the line has fallen silent. */
const SILENT_MS = 5000;

/** How long the next read of something has: twice as long after each alarm, or a slow line would never bring it. */
const longer = new WeakMap<object, number>();

/** Reads; where no answer comes, the line counts as silent, and `askForServer` is called. `what`: of which this is one read of several. */
export async function noticeSilence<T>(
  what: object,
  { read, askForServer }: { read: () => T | Promise<T>; askForServer: () => void },
): Promise<T> {
  const patience = longer.get(what) ?? SILENT_MS;
  const began = performance.now();
  const timer = setTimeout(() => {
    longer.set(what, 2 * patience);
    if (setSilent(true)) askForServer();
  }, patience);
  try {
    const answer = await read();
    if (performance.now() - began < SILENT_MS) longer.delete(what);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

// A connection can fall silent without an error, which the feed notices late. An unanswered read tells sooner.
import { setSilent } from './connection.ts';

/** A read without an answer for this many milliseconds means that the connection has fallen silent. */
const SILENT_MS = 5000;

/** How long the next read of the same thing may take: doubled after each alarm, so that slow connections still work. */
const longer = new WeakMap<object, number>();

/** Reads `what`. If no answer comes in time, the connection counts as silent, and `askForServer` is called. */
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

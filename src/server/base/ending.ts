// How a process ends that is asked to: in order, and not because nobody reads its output any more.

/** Ctrl+C, a service manager, and a terminal that is closed. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Limit for finishing what has begun. */
const END_TIMEOUT_MS = 10_000;

/**
 * Calls `end` at the first signal. Further ones change nothing: under npm and npx, one Ctrl+C arrives several times.
 */
export function endInOrder(end: () => void): void {
  let ending = false;
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      // unref: the timer must not delay a faster end.
      setTimeout(() => process.exit(1), END_TIMEOUT_MS).unref();
      end();
    });
  }
}

/** Aborted by the first signal. */
export function endSignal(): AbortSignal {
  const ending = new AbortController();
  endInOrder(() => ending.abort());
  return ending.signal;
}

/**
 * Drops output that nobody reads, because the terminal was closed or `| head -1` has ended. Node's default is to end
 * the process in the middle of its work.
 */
export function dropUnreadOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

// Time limits that only end hanging tests: longer on a machine with other work.
import { availableParallelism, loadavg } from 'node:os';

/** The largest factor: beyond it, a run in which something hangs would not end within an hour. */
const MOST = 4;

/** @param ms the limit on an idle machine; the result is several times as long on a busy one */
export function patience(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return Math.ceil(ms * Math.min(MOST, Math.max(1, lastMinute / availableParallelism())));
}

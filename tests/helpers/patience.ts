// Limits of tests that only end what hangs: longer where the machine has other work as well.
import { availableParallelism, loadavg } from 'node:os';

/** Beyond it a run would not end within the hour where something hangs. */
const MOST = 4;

/** @param ms on a machine without other work; returned several times as long on one with it */
export function patience(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return Math.ceil(ms * Math.min(MOST, Math.max(1, lastMinute / availableParallelism())));
}

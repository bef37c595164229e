// Limits of tests that only end what hangs: longer where the machine has other work as well.
import { availableParallelism, loadavg } from 'node:os';

/** @param ms on a machine without other work; returned several times as long on one with it */
export function patience(ms: number): number {
  const [lastMinute = 0] = loadavg();
  return Math.ceil(ms * Math.max(1, lastMinute / availableParallelism()));
}

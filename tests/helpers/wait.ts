// Waits for something to happen, long enough for a busy machine: Vitest's own limit is one second.
import { vi } from 'vitest';
import { patience } from './patience.ts';

/**
 * Returns the result of the check once it no longer throws. For a single value use `expect.poll`, with its limit in
 * vitest.config.ts.
 * @param ms the limit on an idle machine
 */
export const waitFor = <T>(check: () => T | Promise<T>, ms = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout: patience(ms), interval: 50 });

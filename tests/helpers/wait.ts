// Waits for what comes by itself, as long as it takes on a busy machine: Vitest's own limit is one second.
import { vi } from 'vitest';
import { patience } from './patience.ts';

/**
 * Answers with what the check does once it throws no more. For one value there is `expect.poll`, with its limit in vitest.config.ts.
 * @param ms on a machine without other work
 */
export const waitFor = <T>(check: () => T | Promise<T>, ms = 30_000): Promise<T> =>
  vi.waitFor(check, { timeout: patience(ms), interval: 50 });

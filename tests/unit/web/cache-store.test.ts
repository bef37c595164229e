// How many answers stay on a device, and for how long.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fine } from '../../../src/contract/fines/fines.ts';
import { CONTRACT_FINGERPRINT, fingerprintOf } from '../../../src/contract/index.ts';
import { isFresh, type CachedAnswer, LIMITS, superfluous } from '../../../src/web/api/offline-cache/cache-store.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 26);
const kept = (at: number, size = 10): CachedAnswer => ({
  owner: 'viewer asma@office.pk',
  contract: CONTRACT_FINGERPRINT,
  at,
  text: 'x'.repeat(size),
});

test('an answer is kept for 30 days after it was current [OFFLINE-7]', () => {
  expect(isFresh(kept(NOW - 30 * DAY), NOW)).toBe(true);
  expect(isFresh(kept(NOW - 30 * DAY - 1), NOW)).toBe(false);
  const all = [
    ['new', kept(NOW)],
    ['old', kept(NOW - 31 * DAY)],
  ] as const;
  expect(superfluous(all, NOW)).toEqual(['old']);
});

test('an answer of another version is not kept [OFFLINE-7]', () => {
  const other = fingerprintOf([{ id: 'fines.read', output: z.object({ fine: fine.extend({ place: z.string() }) }) }]);
  expect(other).not.toBe(fingerprintOf([{ id: 'fines.read', output: z.object({ fine }) }]));
  const all = [
    ['of now', kept(NOW)],
    ['of another', { ...kept(NOW), contract: other }],
  ] as const;
  expect(superfluous(all, NOW)).toEqual(['of another']);
});

test('beyond the limit the oldest are removed, in whatever order they are stored [OFFLINE-7]', () => {
  const quarter = LIMITS.all / 4;
  const all = [3, 1, 4, 0, 2].map((age) => [`${age} days`, kept(NOW - age * DAY, quarter)] as const);
  expect(superfluous(all, NOW)).toEqual(['4 days']);
  expect(superfluous([['huge', kept(NOW, LIMITS.all + 1)]], NOW)).toEqual(['huge']);
  expect(superfluous([], NOW)).toEqual([]);
});

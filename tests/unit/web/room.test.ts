// Which toast makes room for a new one.
import { expect, test } from 'vitest';
import { inTheWay } from '../../../src/web/ui/feedback/room.ts';

const done = { id: 'done', autoClose: 4000, role: 'status' };
const next = { id: 'next', autoClose: 10_000, role: 'status' };
const failed = { id: 'failed', autoClose: 10_000, role: 'alert' };
const asks = { id: 'asks', autoClose: false as const, role: 'alert' };

test('the newest message shows at once: the oldest goes, errors last, and never one that waits for an answer [SCREEN-34]', () => {
  expect(inTheWay([done, done, done])).toBeUndefined();
  expect(inTheWay([done, next, next, next])).toBe(done);
  expect(inTheWay([asks, failed, next, done])).toBe(next);
  expect(inTheWay([asks, failed, failed, asks])).toBe(failed);
  expect(inTheWay([asks, asks, asks, asks])).toBeUndefined();
});

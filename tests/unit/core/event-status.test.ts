// The status of an event, from its date and today (EVENT-4).
import { expect, test } from 'vitest';
import { addDays } from '../../../src/core/calendar.ts';
import { eventStatus } from '../../../src/core/event-status.ts';

const TODAY = '2026-12-30';

test.each([
  ['Before today: Completed', [-1, -2, -365], 'Completed'],
  ['Today: Today', [0], 'Today'],
  ['1 to 3 days: Soon', [1, 2, 3], 'Soon'],
  ['More than 3 days: Upcoming', [4, 5, 400], 'Upcoming'],
] as const)('%s [EVENT-4]', (_, offsets, status) => {
  for (const offset of offsets) expect(eventStatus(addDays(TODAY, offset), TODAY)).toBe(status);
});

test('a date that is not a day is refused', () => {
  expect(() => eventStatus('2026-02-30', TODAY)).toThrow(RangeError);
});

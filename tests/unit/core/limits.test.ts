// The constants in the product description, so that none changes by accident.
import { expect, test } from 'vitest';
import {
  DASHBOARD,
  FINES_PAGE_SIZE,
  MAX_FINES_PER_PAYMENT,
  MAX_LENGTH,
  MAX_USERS_PER_SUBMISSION,
  OVERVIEW_PAGE_SIZE,
  PENDING_PAGE_SIZE,
} from '../../../src/core/limits.ts';

test('the overview has 5 rows per page, the fines screen 10 [LIST-5, OVERVIEW-6]', () => {
  expect([OVERVIEW_PAGE_SIZE, FINES_PAGE_SIZE]).toEqual([5, 10]);
});

test('a user’s pending fines have 50 rows per page, and a whole page can be paid at once [LIST-27]', () => {
  expect([PENDING_PAGE_SIZE, MAX_FINES_PER_PAYMENT]).toEqual([50, 100]);
});

test('dashboard: 3 fines per card, batches of 10, reconnect after 5000 ms, week 7, month 30, quarter 90, recent 7 days [DASH-3, DASH-6, LIVE-4]', () => {
  expect(DASHBOARD).toEqual({
    finesShown: 3,
    userBatchSize: 10,
    reconnectDelayMs: 5000,
    periodDays: { week: 7, month: 30, quarter: 90 },
    recentActivityDays: 7,
  });
});

test('every text and every submission has a limit [NAME-6]', () => {
  expect(Object.values(MAX_LENGTH).every((length) => length >= 40 && length <= 1000)).toBe(true);
  expect(MAX_LENGTH.email).toBe(254);
  expect(MAX_USERS_PER_SUBMISSION).toBe(500);
});

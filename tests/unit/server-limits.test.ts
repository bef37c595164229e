// The server's timeouts and limits in the product description, so that none changes by accident: other tests use
// the constants.
import { expect, test } from 'vitest';
import { ATTEMPT_WINDOW_MS, MAX_FAILURES } from '../../src/server/auth/passwords/attempts.ts';
import { SESSION_ABSOLUTE_TIMEOUT_MS, SESSION_IDLE_TIMEOUT_MS } from '../../src/server/auth/sessions.ts';
import { FLOW_TIMEOUT_MS } from '../../src/server/auth/oidc/oidc.ts';
import { ANSWER_RETENTION_MS } from '../../src/core/limits.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('10 failures an account, 50 an address, 10 a known browser, in 15 minutes [SIGNIN-8, V6.1.1]', () => {
  expect(MAX_FAILURES).toEqual({ account: 10, address: 50, device: 10 });
  expect(ATTEMPT_WINDOW_MS).toBe(15 * MINUTE);
});

test('a session lasts 30 days without opening the app, and 180 at most [SIGNIN-14, V7.1.1]', () => {
  expect(SESSION_IDLE_TIMEOUT_MS).toBe(30 * DAY);
  expect(SESSION_ABSOLUTE_TIMEOUT_MS).toBe(180 * DAY);
});

test('people must return from the identity provider within 10 minutes [IDP-4]', () => {
  expect(FLOW_TIMEOUT_MS).toBe(10 * MINUTE);
});

test('answers are stored for 7 days [WRITE-6]', () => {
  expect(ANSWER_RETENTION_MS).toBe(7 * DAY);
});

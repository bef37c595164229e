// How a member can be reached.
import { expect, test } from 'vitest';
import { canBeReached } from '../../src/server/areas/reminders/plan.ts';

const MEMBER = { user_email: 'a@club.test', mails_off: null, hasDevice: false };
const MAIL = { domain: 'club.test', link: null, devices: true };
const NO_MAIL = { ...MAIL, domain: null };

test('a member is reached by e-mail, or on a device if they switched e-mail off or have no address [REMIND-12]', () => {
  expect(canBeReached(MEMBER, MAIL)).toBe(true);
  expect(canBeReached({ ...MEMBER, mails_off: 1 }, MAIL)).toBe(false);
  expect(canBeReached({ ...MEMBER, mails_off: 1, hasDevice: true }, MAIL)).toBe(true);
  expect(canBeReached(MEMBER, NO_MAIL)).toBe(false);
  expect(canBeReached({ ...MEMBER, hasDevice: true }, NO_MAIL)).toBe(true);
  expect(canBeReached({ ...MEMBER, hasDevice: true }, { ...NO_MAIL, devices: false })).toBe(false);
  expect(canBeReached({ ...MEMBER, user_email: null, hasDevice: true }, MAIL)).toBe(false);
  expect(canBeReached({ ...MEMBER, hasDevice: true }, null)).toBe(false);
});

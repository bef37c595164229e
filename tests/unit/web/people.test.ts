import { afterEach, expect, test } from 'vitest';
import { namePeople, nameOfPerson } from '../../../src/web/messages/people.ts';

afterEach(() => namePeople([]));

test('somebody with another person’s former e-mail is not taken for them if the record says who it was [CASH-16, HISTORY-11]', () => {
  namePeople([{ id: 'user:SARA', email: 'office@club.test', name: 'Sara Khan' }]);
  expect(nameOfPerson('office@club.test', 'user:ALI')).toBe('office@club.test');
  expect(nameOfPerson('office@club.test', 'user:SARA')).toBe('Sara Khan');
  expect(nameOfPerson('sara@club.test', 'user:SARA')).toBe('Sara Khan');
  expect(nameOfPerson('office@club.test', null)).toBe('Sara Khan');
});

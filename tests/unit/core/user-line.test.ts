// The checks of a user's details, and their order (USER-5).
import { expect, test } from 'vitest';
import { lineProblems, type UserLine } from '../../../src/core/people/user-line.ts';

const good: UserLine = {
  userName: 'Ali Khan',
  userEmail: 'ali@example.pk',
  userRole: 'Designer',
  phone: '0311-8122250',
  status: 'Active',
};
const empty: UserLine = { userName: '', userEmail: '', userRole: '', phone: '', status: 'Inactive' };

test('a complete form has no problem', () => {
  expect(lineProblems(good)).toEqual([]);
  expect(lineProblems({ ...good, userName: ' علی ', userEmail: ' ali@example.pk ', status: 'Inactive' })).toEqual([]);
});

test('the problems come in the order name, e-mail, form of the e-mail, role, phone [USER-5]', () => {
  const { userName, userRole, phone } = good;
  expect(lineProblems(empty)[0]).toBe('name-required');
  expect(lineProblems({ ...empty, userName })[0]).toBe('email-required');
  expect(lineProblems({ ...empty, userName, userEmail: 'ali@example' })[0]).toBe('email-invalid');
  expect(lineProblems({ ...empty, userName, userEmail: good.userEmail })[0]).toBe('role-required');
  expect(lineProblems({ ...empty, userName, userEmail: good.userEmail, userRole })[0]).toBe('phone-required');
  expect(lineProblems({ ...empty, userName, userEmail: good.userEmail, userRole, phone })).toEqual([]);
});

test.each([
  ['userName', 'name-required'],
  ['userEmail', 'email-required'],
  ['userRole', 'role-required'],
  ['phone', 'phone-required'],
] as const)('%s with only spaces is empty', (field, problem) => {
  expect(lineProblems({ ...good, [field]: ' \t\u00a0 ' })[0]).toBe(problem);
});

test('an e-mail must not contain spaces [NAME-5]', () => {
  expect(lineProblems({ ...good, userEmail: 'ali khan@example.pk' })[0]).toBe('email-invalid');
});
